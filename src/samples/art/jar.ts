import { coins, type Drawing } from './drawing.ts';

/** Coins from the bottom up. */
const HEAP = coins(
  '27 94 10, 49 95 10, 71 94 10, 38 77 10, 61 77 10, 82 77 9, 19 76 9, 50 60 10, 72 60 10, 28 59 10, 40 43 10, 62 43 10',
);

/** A jar with `count` coins in it, at most twelve. */
export const jarOf = (count: number): Drawing => ({
  width: 100,
  height: 110,
  parts: [
    {
      d: 'M14 24C9 29 5 36 5 45L6 94C6 102 12 108 20 108L81 107C89 107 95 101 95 93L96 44C96 36 92 28 87 23Z',
      fill: '#f4e6c8',
    },
    ...HEAP.slice(0, count),
    { d: 'M13 42C11 47 11 52 11 58L12 72', stroke: '#fffdf8', strokeWidth: 4 },
    {
      d: 'M12 6L87 5C92 5 94 7 94 11L92 22C91 25 90 26 86 26L14 27C10 27 8 25 8 22L6 12C6 8 8 6 12 6Z',
      fill: '#17332b',
    },
  ],
});
