import { HUES } from './colors.ts';
import type { Drawing, Group, Shape } from './drawing.ts';
import { SCENES } from './scenes.ts';

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
