import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CARD,
  COIN_FLAT,
  COIN_TINT,
  HUES,
  INK,
  LEAF,
  PAPER,
  QUIET,
  RULE,
} from '../../src/samples/art/colors.ts';

const [light = ''] = readFileSync('src/styles/tokens.css', 'utf8').split(
  '@media (prefers-color-scheme: dark)',
);

test('what is printed has the colors of the pages', () => {
  const named = { CARD, 'COIN-TINT': COIN_TINT, COIN: COIN_FLAT, INK, LEAF, PAPER, QUIET, RULE };
  for (const [name, color] of Object.entries(named)) {
    expect(light).toContain(`--color-${name.toLowerCase()}: ${color};`);
  }
  for (const [hue, { flat, deep, tint }] of Object.entries(HUES)) {
    expect(light).toContain(`--color-${hue}: ${flat};`);
    expect(light).toContain(`--color-${hue}-deep: ${deep};`);
    expect(light).toContain(`--color-${hue}-tint: ${tint};`);
  }
});
