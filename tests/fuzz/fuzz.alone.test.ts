import { expect, test } from 'vitest';
import { SEED as seed, byDepth } from '../depth.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = byDepth(1500, 50_000);

test('no request makes a function fail, hang, or tell what is not for its sender', async () => {
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
});
