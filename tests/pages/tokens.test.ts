import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as printed from '../../src/samples/art/colors.ts';

const [light = ''] = readFileSync('src/styles/tokens.css', 'utf8').split(
  '@media (prefers-color-scheme: dark)',
);

/** Of what is printed: a label is on no page. */
const { HUES, HUE_NAMES: _names, LABEL: _label, ...named } = printed;

test.each(Object.entries(named))('the pages have %s as it is printed', (name, color) => {
  const token = name.toLowerCase().replace('_flat', '').replace('_', '-');
  expect(light).toContain(`--color-${token}: ${color};`);
});

test.each(Object.entries(HUES))('the pages have %s as it is printed', (hue, colors) => {
  const [, rule = ''] = light.split(`[data-hue='${hue}']`);
  expect(rule.match(/#\w+/g)?.slice(0, 3)).toEqual([colors.flat, colors.deep, colors.tint]);
});
