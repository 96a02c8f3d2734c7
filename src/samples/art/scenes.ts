import { HUES } from './colors.ts';
import { coins, type Drawing, type Group, type Shape } from './drawing.ts';

const GLASS = '#fff8e8';
const GLASS_BEHIND = '#f1dfb8';
const MARK = '#dcc591';

/** A seed in a jar. */
const seed: Drawing = {
  width: 200,
  height: 220,
  parts: [
    {
      d: 'M55 92c-7 7-12 18-12 30l2 77c0 12 7 19 19 19l73-1c12 0 19-7 19-19l2-77c0-12-5-23-12-30Z',
      fill: '#fff8e8',
      opacity: 0.93,
    },
    {
      d: 'M45 170c17-6 33 3 55-1 21-4 38 2 57-3l-1 32c0 12-7 19-19 19l-73 1c-12 0-19-7-19-19Z',
      fill: '#7a4b2f',
    },
    { d: 'm60 181 9-2 1 5-9 1Zm68 5 8 2-2 4-7-1Zm-46 18 9 1-1 5-8-2Z', fill: '#96623f' },
    { d: 'M99 186c-11 0-16 7-13 14s23 8 28 0c4-8-4-14-15-14', fill: '#e9c48d' },
    { d: 'M100 188c-3-12 3-24-1-41', stroke: '#4f9a62', strokeWidth: 5 },
    { d: 'M99 149c-2-15-12-23-29-23 1 15 12 24 29 23', fill: '#4f9a62' },
    { d: 'M100 146c1-16 12-26 31-27 0 17-12 28-31 27', fill: '#2f7d5b' },
    {
      d: 'm52 73 97-2c5 0 7 3 7 7l-2 12c-1 4-3 5-7 5l-92 1c-5 0-7-2-7-6l-2-10c0-5 2-7 6-7',
      fill: '#17332b',
    },
    { d: 'M56 106c-3 6-4 14-4 24l1 28', stroke: '#fff', strokeWidth: 5 },
    ...coins('28 206 13, 172 209 10'),
  ],
};

/** A young plant with its first coins. */
const sprout: Drawing = {
  width: 200,
  height: 240,
  parts: [
    { d: 'M101 178c-5-36 5-70-2-126', stroke: '#2b6b4c', strokeWidth: 6.5 },
    { d: 'M100 128c18-4 32-16 40-30m-39 8c-15-4-29-14-37-28', stroke: '#2b6b4c', strokeWidth: 4 },
    {
      d: 'M99 56c-16-6-23-22-15-44 18 10 25 28 15 44m40 44c1-19 13-30 34-30 0 20-13 32-34 30m-38 54c-19 4-37-4-46-22 20-6 39 3 46 22',
      fill: '#8fc78f',
    },
    {
      d: 'M99 60c5-18 20-26 41-22-4 19-21 30-41 22M65 80c-19 4-33-4-40-23 20-4 36 4 40 23m36 80c7-17 23-24 44-17-7 18-24 27-44 17',
      fill: '#4f9a62',
    },
    ...coins('64 98 12, 142 120 13, 118 78 10'),
    {
      d: 'm49 176 103-2c5 0 7 3 7 7l-2 13c-1 4-3 5-7 5l-99 2c-5 0-7-2-8-6l-1-11c0-5 2-8 7-8',
      fill: '#f7e6c6',
    },
    { d: 'm52 199 97-1-9 34c-1 5-4 7-9 7l-61 1c-5 0-8-2-9-7Z', fill: '#fff5e0' },
    { d: 'm52 199 97-1-2 8c-29 5-63 5-93 1Z', fill: '#e9d3aa' },
  ],
};

/** A tree whose fruit are coins. */
const tree: Drawing = {
  width: 200,
  height: 280,
  parts: [
    {
      d: 'M84 280c8-30 9-66 6-102l-29-28 6-7 25 20 5-43h10l3 40 27-28 7 7-30 39c-3 36-1 72 8 102Z',
      fill: '#7a4b2f',
    },
    {
      d: 'M101 8c27-4 48 12 53 34 24 3 40 24 37 49 5 26-9 50-33 56-11 21-41 27-58 15-20 13-49 6-57-15-24-7-37-30-31-55-4-25 11-46 35-49 6-21 28-37 54-35',
      fill: '#2f7d5b',
    },
    {
      d: 'M96 26c18-4 35 5 40 20-16-5-28 0-35 11-15-9-31-7-41 3 1-18 16-33 36-34M32 88c5-14 18-22 32-19-9 8-12 19-8 30-12-1-20 5-23 15-4-9-4-18-1-26m118-15c14-1 25 9 26 23q-12-7.5-24 0c1-9 0-16-2-23m-50 45c14-6 30-1 36 11-14-2-24 3-30 13-10-8-22-8-32-2 2-14 12-23 26-22',
      fill: '#4f9a62',
    },
    ...coins('52 118 12, 84 66 11, 128 48 12, 160 104 12, 108 104 13, 136 144 11, 74 152 10'),
  ],
};

/** Three jars, for spending, saving and giving. */
const jars: Drawing = {
  width: 200,
  height: 200,
  parts: [
    // Saving, at the back and fullest.
    {
      d: 'M70 40c-6 5-9 14-9 23l1 103c0 10 6 16 16 16l45-1c10 0 16-6 16-16l1-103c0-9-3-17-9-23Z',
      fill: GLASS_BEHIND,
    },
    ...coins(
      '76 170 11, 99 170 11, 123 169 11, 88 152 11, 111 152 11, 76 134 11, 99 134 11, 123 133 11, 87 116 11, 111 116 11, 99 98 11',
    ),
    {
      d: 'm68 21 65-1c5 0 7 2 7 6l-2 11c0 3-2 4-5 4l-63 1c-4 0-6-1-6-5l-2-10q0-6 6-6',
      fill: '#1f8a8c',
    },
    { d: 'm100 52 5 10 11 1-8 8 2 11-10-6-10 6 2-11-8-8 11-1Z', fill: MARK },
    { d: 'M71 54c-2 4-2 9-2 16v18', stroke: GLASS, strokeWidth: 4 },
    // Spending, in front on the left.
    {
      d: 'M13 111c-5 4-8 11-8 19l1 54c0 9 5 14 14 14l46-1c8 0 13-5 13-13l1-55c0-8-3-15-8-19Z',
      fill: GLASS,
    },
    ...coins('21 185 11, 43 186 11, 65 184 11, 32 168 10'),
    {
      d: 'm10 95 65-1c4 0 6 2 5 6l-1 9c0 3-2 4-5 4l-62 1c-4 0-6-1-6-5l-1-8c0-4 2-6 5-6',
      fill: '#e4694a',
    },
    { d: 'm32 132 23-1 2 20q0 3-3 3l-21 1q-3 0-3-3Z', fill: MARK },
    { d: 'M38 134c-1-13 11-14 11-1', stroke: MARK, strokeWidth: 3 },
    { d: 'M14 124c-2 5-2 10-2 16l1 14', stroke: '#fff', strokeWidth: 4 },
    // Giving, in front on the right, and smallest.
    {
      d: 'M128 128c-4 4-7 10-7 17l1 41c0 8 5 12 12 12l47-1q12 0 12-12l1-41c0-7-2-13-7-17Z',
      fill: GLASS,
    },
    ...coins('144 186 11, 166 186 10'),
    {
      d: 'm125 113 65-1c4 0 5 2 5 5l-1 9c-1 3-2 4-5 4l-62 1c-4 0-5-1-5-5l-2-7c0-4 2-6 5-6',
      fill: '#6b4ba3',
    },
    { d: 'M129 141c-2 5-2 9-1 19', stroke: '#fff', strokeWidth: 4 },
    { d: 'M159 169c-12-8-16-14-12-20 3-5 10-4 12 1 2-5 9-7 12-2q6 9-12 21', fill: MARK },
  ],
};

export const ART_NAMES = ['seed', 'sprout', 'tree', 'jars'] as const;

/** The scenes that a cover can show. */
export type Art = (typeof ART_NAMES)[number];

export const SCENES: Readonly<Record<Art, Drawing>> = { seed, sprout, tree, jars };

/** Three windows: morning, noon and evening, each with its hills. */
const WINDOWS: readonly Shape[] = [
  { d: 'm30 362-2-118c-1-48 34-80 86-81s88 32 89 80l1 119Z', fill: HUES.coral.flat },
  { d: 'M117 204a24 24 0 1 1 48-1 24 24 0 1 1-48 1', fill: '#f7b596' },
  { d: 'M29 321c33-18 67 9 105-4 28-9 50-11 70-5v50H30Z', fill: '#ee8668' },
  { d: 'm228 362-2-174c-1-56 38-92 93-93 56-1 94 36 95 92l1 175Z', fill: HUES.teal.flat },
  {
    d: 'M251 157c0-8 8-12 14-9 4-9 18-8 20 1 8-2 12 4 10 10Zm107-20c0-6 6-9 11-7 3-6 13-5 15 1 6-1 9 3 8 8Z',
    fill: '#5bb3b1',
  },
  { d: 'M227 325c35-22 79-7 115-3 28 3 52-10 73-16v56H228Z', fill: '#3a9d9d' },
  { d: 'm438 362-2-238c-1-62 38-103 93-104 56-1 92 40 93 102l1 240Z', fill: HUES.plum.flat },
  { d: 'M488 44a22 22 0 1 0 21 30 19 19 0 0 1-21-30', fill: '#f7e6c6' },
  {
    d: 'm562 45 2.5 6 6 2.5-6 2.5-2.5 6-2.5-6-6-2.5 6-2.5Zm-110 75 2 5 5 2-5 2-2 5-2-5-5-2 5-2Zm152-8 2 5 5 2-5 2-2 5-2-5-5-2 5-2Z',
    fill: '#f7e6c6',
  },
  { d: 'M438 322c38-16 82-4 118-10 28-5 50-2 67 6v44H438Z', fill: '#8566bb' },
];

const PLANTS: readonly Group[] = [
  { ...SCENES.seed, x: 27, y: 158, scale: 0.9 },
  { ...SCENES.sprout, x: 220, y: 118, scale: 1 },
  { ...SCENES.tree, x: 436, y: 88, scale: 0.95 },
];

/** The window box in front of the plants. */
const BOX: readonly Shape[] = [
  {
    d: 'm14 352 611-3q9 0 9 9l-2 14c-1 5-4 7-9 7l-605 3c-6 0-9-3-9-8l-1-13q0-9 6-9',
    fill: '#f2c9a0',
  },
  { d: 'm22 379 597-2-7 31c-1 6-5 9-11 9l-562 2c-6 0-10-3-11-8Z', fill: '#c9764a' },
  { d: 'm22 379 597-2-2 11c-197 5-397 5-593 2Z', fill: '#a85f3a' },
];

/** The three guides' plants in one window box. */
export const ROW: Drawing = { width: 640, height: 420, parts: [...WINDOWS, ...PLANTS, ...BOX] };
