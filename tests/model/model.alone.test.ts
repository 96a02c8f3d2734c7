import { afterAll, expect, test } from 'vitest';
import { byDepth } from '../depth.ts';
import { checkModel } from './model.ts';
import { openWorld } from './world.ts';

const RUNS = byDepth(100, 3000);
// The same each time: what changes nothing must not turn it red. By night it looks elsewhere.
const seed = byDepth(20261122, Math.floor(Math.random() * 2 ** 31));

const world = await openWorld({ withMail: true });
afterAll(world.close);

test(
  'whatever happens in whatever order, every paid session has one order and one receipt, and only it has files',
  { timeout: byDepth(120_000, 1_800_000) },
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
      'blocked by the owner',
      'crashes',
      'disputes: warning_closed',
      'disputes: appeal_needs_response',
      'disputes: won',
      'events handled',
      'receipts: sent',
    ]) {
      expect(tally[what], what).toBeGreaterThan(0);
    }
  },
);
