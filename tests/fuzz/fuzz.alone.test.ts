import { expect, test } from 'vitest';
import { SEED as seed, byDepth } from '../depth.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = byDepth(1500, 50_000);

/** Most requests are nearly right, so that they get as far as what could go wrong. */
const MET = {
  'create-payment': [200, 303],
  'find-purchase': [202, 303],
  'verify-payment': [200],
  orders: [200],
  products: [200],
  'secure-file-access': [200],
  files: [200, 206, 304, 416],
  'purchase-page': [200],
  withdraw: [403],
  'stripe-webhook': [200],
  unsubscribe: [200, 404],
  jobs: [200],
  admin: [401],
};

test('no request makes a function fail, hang, or tell what is not for its sender', async () => {
  console.log(`again with: npm run test:fuzz -- --requests=${REQUESTS} --seed=${seed}`);
  const { tally, functions } = await fuzz({ requests: REQUESTS, seed });
  const met = Object.keys(tally);
  expect(met.map((name) => name.split(' ')[0])).toEqual(expect.arrayContaining(functions));
  const right = Object.entries(MET).flatMap(([name, all]) => all.map((one) => `${name} ${one}`));
  expect(met).toEqual(expect.arrayContaining(right));
});
