import type { Truth } from './truth.ts';
import { SITE, type World } from './world.ts';

/** How often each thing happened, which shows that the histories test something. */
export type Tally = Record<string, number>;

export const count = (tally: Tally, what: string, by = 1): void => {
  tally[what] = (tally[what] ?? 0) + by;
};

export type Life = {
  readonly world: World;
  readonly truths: Truth[];
  /** Events that the shop has answered with 2xx. */
  readonly acknowledged: Set<string>;
  readonly tally: Tally;
};

export const newLife = (world: World, tally: Tally = {}): Life => ({
  world,
  truths: [],
  acknowledged: new Set(),
  tally,
});

/** The item at a number modulo their count, or the last for -1. undefined if there are none. */
export const pick = <T>(items: readonly T[], number: number): T | undefined =>
  items.at(number % items.length);

export const post = (pathname: string, body: unknown): Request =>
  new Request(SITE + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const scheduleCall = (): Request => post('/.netlify/functions/jobs', {});
