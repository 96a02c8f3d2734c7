import { afterAll, expect, test } from 'vitest';
import { checkModel } from '../model/model.ts';
import { openWorld } from '../model/world.ts';

const RUNS = 300;
const seed = Math.floor(Math.random() * 2 ** 31);

const world = await openWorld();
afterAll(world.close);

test(
  'whatever happens in whatever order, every paid session has one order, and only it has files',
  { timeout: 120_000 },
  async () => {
    console.log(
      `${RUNS} histories; again with: npm run test:model -- --runs=${RUNS} --seed=${seed}`,
    );
    const tally = await checkModel(world, { runs: RUNS, seed });
    // The histories were about something.
    for (const what of [
      'paid',
      'refunded',
      'disputed',
      'blocked by hand',
      'crashes',
      'disputes: warning_closed',
      'disputes: appeal_needs_response',
      'disputes: won',
      'events handled',
    ]) {
      expect(tally[what], what).toBeGreaterThan(0);
    }
  },
);
