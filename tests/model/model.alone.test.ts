import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { catalogue } from '../../netlify/shop/catalogue.ts';
import { REPLAYED, SEED, runsOf } from '../depth.ts';
import { check } from './check.ts';
import { type Tally, newLife } from './life.ts';
import { live } from './live.ts';
import { type History, history } from './steps.ts';
import { openWorld } from './world.ts';

const HISTORIES = runsOf(40, 3000);

const world = await openWorld({ withMail: true });
afterAll(world.close);
catalogue.checkout = { promotion_codes: true };

/** The numbers of the orders that the log calls fulfilled. */
let fulfilled: string[] = [];
vi.spyOn(console, 'error').mockReturnValue(); // a line for each mail that is not taken
vi.spyOn(console, 'log').mockImplementation((line: string) => {
  const { event, order } = line.startsWith('{') ? JSON.parse(line) : {};
  if (event === 'order fulfilled') fulfilled.push(order);
});

test('whatever happens in whatever order, every paid session has one order and one receipt, and only it has files', async () => {
  const tally: Tally = {};
  const passes = async (given: History): Promise<void> => {
    fulfilled = [];
    await world.reset(given.start);
    const life = newLife(world, tally);
    await live(life, given);
    await check(life, given, fulfilled);
  };
  await fc.assert(fc.asyncProperty(history, passes), {
    numRuns: HISTORIES,
    seed: SEED,
    ...REPLAYED,
  });
  console.info(tally);
  // The histories were about something.
  for (const what of [
    'paid',
    'refunded',
    'disputed',
    'blocked by the owner',
    'crashes',
    'answers of a moment ago',
    'disputes: warning_closed',
    'disputes: appeal_needs_response',
    'disputes: won',
    'events acknowledged',
    'receipts: sent',
    'receipts sent again',
    'pauses',
    'Redis emptied',
  ]) {
    expect(tally[what], what).toBeGreaterThan(0);
  }
});
