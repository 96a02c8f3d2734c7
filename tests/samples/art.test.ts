import { describe, expect, test } from 'vitest';
import { HUES, INK, LABEL, PAPER } from '../../src/samples/art/colors.ts';
import { COIN, DRAWING_WIDTH, coins, transformOf } from '../../src/samples/art/drawing.ts';
import { jarOf } from '../../src/samples/art/jar.ts';
import { SCENES } from '../../src/samples/art/scenes.ts';
import { COIN_MARKER, svgOf } from '../../src/samples/art/svg.ts';

describe('a scene', () => {
  test.each(Object.entries(SCENES))('%s keeps its coins within its box', (_, { height, parts }) => {
    for (const part of parts) {
      if (!('coin' in part)) continue;
      const [x, y, radius] = part.coin;
      expect(x - radius).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(DRAWING_WIDTH);
      expect(y + radius).toBeLessThanOrEqual(height);
    }
  });

  test('is small enough to stand in a page', () => {
    for (const { parts } of Object.values(SCENES)) expect(svgOf(parts).length).toBeLessThan(3000);
  });
});

test('every coin is a copy of the one drawn once', () => {
  expect(transformOf({ coin: [3, 4, 20] })).toEqual({ x: 3, y: 4, scale: 2 });
  const [start, mid, end] = ['start', 'mid', 'end'].map((at) => `marker-${at}="url(#coin)"`);
  const line = { d: 'M0 0', stroke: '#fff', strokeWidth: 1 };
  const drawn = svgOf([
    ...coins([3, 4, 20], [5, 6, 20], [7, 8, 20]),
    ...coins([9, 9, 10]),
    line,
    ...coins([1, 2, 10], [3, 4, 10]),
  ]);
  expect(drawn).toBe(
    `<path d="M3 4 5 6 7 8" fill="none" stroke-width="2" ${start} ${end} ${mid}/>` +
      `<path d="M9 9h0" fill="none" stroke-width="1" ${start}/>` +
      svgOf([line]) +
      `<path d="M1 2 3 4" fill="none" stroke-width="1" ${start} ${end}/>`,
  );
  expect(COIN_MARKER.match(/<path/g)).toHaveLength(COIN.length);
});

test('a jar holds as many coins as it is told, and no more than there is room for', () => {
  const jars = [0, 3, 12, 40].map((count) => jarOf(count).filter((part) => 'coin' in part));
  expect(jars.map(({ length }) => length)).toEqual([0, 3, 12, 12]);
});

const light = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe('contrast', () => {
  test.each(Object.entries(HUES))('%s can be read on paper and on its tint', (_, hue) => {
    expect(contrast(hue.deep, PAPER)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(hue.deep, hue.tint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(INK, hue.tint)).toBeGreaterThanOrEqual(4.5);
  });

  test('a cover’s label can be read', () => {
    expect(contrast(INK, LABEL)).toBeGreaterThanOrEqual(4.5);
  });
});
