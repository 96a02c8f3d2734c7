import type { Truth } from './truth.ts';
import { SITE, type World } from './world.ts';

/** How much of a run was about something, so that nobody trusts a model in which nothing happens. */
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

/** Of `items`, the one that a number picks, -1 the last; undefined if there are none. */
export const pick = <T>(items: readonly T[], number: number): T | undefined =>
  items.at(number % items.length);

export const post = (pathname: string, body: unknown): Request =>
  new Request(SITE + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const scheduleCall = (): Request => post('/.netlify/functions/jobs', {});
