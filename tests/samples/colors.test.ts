import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as printed from '../../src/samples/art/colors.ts';

const tokens = readFileSync('src/styles/tokens.css', 'utf8');

// tests/e2e/a11y.spec.ts has their contrast. A label is on no page.
const { HUES, HUE_NAMES: _names, LABEL: _label, ...named } = printed;

test.each(Object.entries(named))('the pages have %s as it is printed', (name, color) => {
  const token = name.toLowerCase().replace('_flat', '').replace('_', '-');
  expect(tokens).toContain(`--color-${token}: light-dark(${color}, `);
});

test.each(Object.entries(HUES))('the pages have %s as it is printed', (hue, colors) => {
  const [, rule = ''] = tokens.split(`[data-hue='${hue}']`);
  const light = Array.from(rule.matchAll(/light-dark\((#\w+)/g), ([, color]) => color);
  expect(light.slice(0, 3)).toEqual([colors.flat, colors.deep, colors.tint]);
});
