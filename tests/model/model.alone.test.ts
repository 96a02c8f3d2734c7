import { afterAll, expect, test } from 'vitest';
import { SEED, byDepth } from '../depth.ts';
import { checkModel } from './model.ts';
import { openWorld } from './world.ts';

const RUNS = byDepth(100, 3000);

const world = await openWorld({ withMail: true });
afterAll(world.close);

test('whatever happens in whatever order, every paid session has one order and one receipt, and only it has files', async () => {
  console.log(`${RUNS} histories; again with: npm run test:model -- --runs=${RUNS} --seed=${SEED}`);
  const tally = await checkModel(world, { runs: RUNS, seed: SEED });
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
    'outages',
    'runs of another shop',
    'Redis emptied',
    'withdrawals',
  ]) {
    expect(tally[what], what).toBeGreaterThan(0);
  }
});
