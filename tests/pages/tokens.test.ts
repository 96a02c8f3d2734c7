import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as colors from '../../src/samples/art/colors.ts';

const [light = ''] = readFileSync('src/styles/tokens.css', 'utf8').split(
  '@media (prefers-color-scheme: dark)',
);

/** Of what is printed: a label is on no page. */
const { HUES, HUE_NAMES: _names, LABEL: _label, ...named } = colors;
const hues = Object.entries(HUES).flatMap(([hue, { flat, deep, tint }]) =>
  Object.entries({ [hue]: flat, [`${hue}-deep`]: deep, [`${hue}-tint`]: tint }),
);

test.each([...Object.entries(named), ...hues])(
  'the pages have %s as it is printed',
  (name, color) => {
    const token = name.toLowerCase().replace('_flat', '').replace('_', '-');
    expect(light).toContain(`--color-${token}: ${color};`);
  },
);
