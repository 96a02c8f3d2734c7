import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as printed from '../../src/samples/art/colors.ts';

const tokens = readFileSync('src/styles/tokens.css', 'utf8');

/** Of what is printed: a label is on no page. */
const { HUES, HUE_NAMES: _names, LABEL, ...named } = printed;
const { INK, PAPER } = named;

test.each(Object.entries(named))('the pages have %s as it is printed', (name, color) => {
  const token = name.toLowerCase().replace('_flat', '').replace('_', '-');
  expect(tokens).toContain(`--color-${token}: light-dark(${color}, `);
});

test.each(Object.entries(HUES))('the pages have %s as it is printed', (hue, colors) => {
  const [, rule = ''] = tokens.split(`[data-hue='${hue}']`);
  const light = Array.from(rule.matchAll(/light-dark\((#\w+)/g), ([, color]) => color);
  expect(light.slice(0, 3)).toEqual([colors.flat, colors.deep, colors.tint]);
});

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

test.each([
  ['a label', INK, LABEL],
  ...Object.entries(HUES).flatMap(([name, { deep, tint }]) => [
    [name, deep, PAPER],
    [name, deep, tint],
    [name, INK, tint],
  ]),
])('%s in %s can be read on %s', (_what, ink = '', ground = '') => {
  const [low = 0, high = 0] = [luminance(ink), luminance(ground)].sort((x, y) => x - y);
  expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5);
});
