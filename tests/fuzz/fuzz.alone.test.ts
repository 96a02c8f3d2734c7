import { expect, test } from 'vitest';
import { byDepth } from '../depth.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = byDepth(3000, 50_000);
// The same each time: what changes nothing must not turn it red. By night it looks elsewhere.
const seed = byDepth(20261122, Math.floor(Math.random() * 2 ** 31));

test(
  'no request makes a function fail, hang, or tell what is not for its sender',
  { timeout: byDepth(120_000, 1_800_000) },
  async () => {
    console.log(
      `${REQUESTS} requests; again with: npm run test:fuzz -- --requests=${REQUESTS} --seed=${seed}`,
    );
    const tally = await fuzz({ requests: REQUESTS, seed });
    // Most requests are nearly right, so that they get as far as what could go wrong.
    const right = [
      'create-payment 200',
      'create-payment 303',
      'find-purchase 202',
      'find-purchase 303',
      'verify-payment 200',
      'orders 200',
      'products 200',
      'secure-file-access 200',
      'files 200',
      'files 206',
      'files 304',
      'files 416',
      'purchase-page 200',
      'stripe-webhook 200',
      'reconcile 200',
    ];
    for (const answer of right) expect(tally[answer], answer).toBeGreaterThan(0);
  },
);
