import * as fc from 'fast-check';
import { catalogue } from '../../netlify/shop/catalogue.ts';
import { check } from './check.ts';
import { type History, history } from './history.ts';
import { type Tally, newLife } from './life.ts';
import { live } from './live.ts';
import type { World } from './world.ts';

export type ModelOptions = {
  readonly runs: number;
  readonly seed: number;
  /** Of a failure that fast-check has printed: replays that history alone. */
  readonly path?: string | undefined;
  readonly onHistory?: () => void;
};

/** Reads the shop's log while `work` runs: the numbers of the orders fulfilled. */
const listening = async (work: (fulfilled: readonly string[]) => Promise<void>): Promise<void> => {
  const fulfilled: string[] = [];
  const { log, error } = console;
  console.error = () => {}; // a line for each mail that is not taken
  console.log = (line: unknown) => {
    const entry = typeof line === 'string' && line.startsWith('{') ? JSON.parse(line) : {};
    if (entry.event === 'order fulfilled') fulfilled.push(entry.order);
  };
  try {
    await work(fulfilled);
  } finally {
    Object.assign(console, { log, error });
  }
};

/**
 * Drives the shop through generated histories. Returns how much happened in them. Throws with the
 * seed, the path and the smallest history that goes wrong.
 */
export const checkModel = async (world: World, options: ModelOptions): Promise<Tally> => {
  const { runs, seed, path, onHistory } = options;
  const tally: Tally = {};
  catalogue.checkout = {
    promotion_codes: true,
    withdrawal: true,
  };
  const passes = async (given: History): Promise<void> => {
    await world.reset(given.start);
    const life = newLife(world, tally);
    await listening(async (fulfilled) => {
      await live(life, given);
      await check(life, given, fulfilled);
    });
    onHistory?.();
  };
  await fc.assert(fc.asyncProperty(history, passes), {
    numRuns: runs,
    seed,
    ...(path !== undefined && { path }),
  });
  return tally;
};
