import { MOST } from './limits.ts';
import { tooDense } from './refusal.ts';

/** Counts over all of one file what it holds, and throws `Refused` at once where it is too much. */
export type Tally = (what: keyof typeof MOST, more?: number) => void;

export const createTally = (): Tally => {
  const counts = { objects: 0, claims: 0, sections: 0, streams: 0, values: 0, names: 0 };
  return (what, more = 1) => {
    counts[what] += more;
    if (counts[what] > MOST[what]) throw tooDense('The PDF holds too many objects.');
  };
};
