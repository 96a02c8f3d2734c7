import { coins, type Drawing } from './drawing.ts';

const GLASS = '#fff8e8';
const GLASS_BEHIND = '#f1dfb8';
const MARK = '#dcc591';

/** Three jars, to spend, to save and to give, each with as many coins as it needs. */
export const jars: Drawing = {
  height: 200,
  parts: [
    // Save stands behind and is the fullest.
    {
      d: 'M70 40c-6 5-9 14-9 23l1 103c0 10 6 16 16 16l45-1c10 0 16-6 16-16l1-103c0-9-3-17-9-23Z',
      fill: GLASS_BEHIND,
    },
    ...coins(
      [76, 170, 11],
      [99, 170, 11],
      [123, 169, 11],
      [88, 152, 11],
      [111, 152, 11],
      [76, 134, 11],
      [99, 134, 11],
      [123, 133, 11],
      [87, 116, 11],
      [111, 116, 11],
      [99, 98, 11],
    ),
    {
      d: 'm68 21 65-1c5 0 7 2 7 6l-2 11c0 3-2 4-5 4l-63 1c-4 0-6-1-6-5l-2-10q0-6 6-6',
      fill: '#1f8a8c',
    },
    { d: 'm100 52 5 10 11 1-8 8 2 11-10-6-10 6 2-11-8-8 11-1Z', fill: MARK },
    { d: 'M71 54c-2 4-2 9-2 16v18', stroke: GLASS, strokeWidth: 4 },
    // Spend, in front on the left.
    {
      d: 'M13 111c-5 4-8 11-8 19l1 54c0 9 5 14 14 14l46-1c8 0 13-5 13-13l1-55c0-8-3-15-8-19Z',
      fill: GLASS,
    },
    ...coins([21, 185, 11], [43, 186, 11], [65, 184, 11], [32, 168, 10]),
    {
      d: 'm10 95 65-1c4 0 6 2 5 6l-1 9c0 3-2 4-5 4l-62 1c-4 0-6-1-6-5l-1-8c0-4 2-6 5-6',
      fill: '#e4694a',
    },
    { d: 'm32 132 23-1 2 20q0 3-3 3l-21 1q-3 0-3-3Z', fill: MARK },
    { d: 'M38 134c-1-13 11-14 11-1', stroke: MARK, strokeWidth: 3 },
    { d: 'M14 124c-2 5-2 10-2 16l1 14', stroke: '#fff', strokeWidth: 4 },
    // Give, in front on the right, and smallest.
    {
      d: 'M128 128c-4 4-7 10-7 17l1 41c0 8 5 12 12 12l47-1q12 0 12-12l1-41c0-7-2-13-7-17Z',
      fill: GLASS,
    },
    ...coins([144, 186, 11], [166, 186, 10]),
    {
      d: 'm125 113 65-1c4 0 5 2 5 5l-1 9c-1 3-2 4-5 4l-62 1c-4 0-5-1-5-5l-2-7c0-4 2-6 5-6',
      fill: '#6b4ba3',
    },
    { d: 'M129 141c-2 5-2 9-1 19', stroke: '#fff', strokeWidth: 4 },
    {
      d: 'M159 169c-12-8-16-14-12-20 3-5 10-4 12 1 2-5 9-7 12-2q6 9-12 21',
      fill: MARK,
    },
  ],
};
