import { describe, expect, test } from 'vitest';
import { openTestShop } from '../shop/shop.ts';
import { BLOBS_FACTS } from './blobs.ts';
import { type Fact, checkFor } from './fact.ts';
import { RESEND_FACTS } from './resend.ts';
import { STRIPE_FACTS } from './stripe.ts';
import { UPSTASH_FACTS } from './upstash.ts';
import { type Opened, openBlobs, openResend, openStripe, openUpstash } from './vendors.ts';

await openTestShop({ withMail: true });

const opened = <Vendor>(result: Opened<Vendor>): Vendor => {
  if ('missing' in result) throw new Error(`missing ${result.missing.join(', ')}`);
  return result.vendor;
};

const nobody = (): Promise<void> => Promise.reject(new Error('nobody pays in this run'));

/** The facts that a stand-in can be checked for, each with a function that runs its check. */
const checksOf = <Vendor>(facts: readonly Fact<Vendor>[], vendor: Vendor) =>
  facts.flatMap((fact) => {
    const check = checkFor(fact, 'stand-in');
    return typeof check === 'string' ? [] : [{ promise: fact.promise, run: () => check(vendor) }];
  });

describe.each([
  { name: 'Stripe', checks: checksOf(STRIPE_FACTS, opened(openStripe(process.env, nobody))) },
  { name: 'Upstash', checks: checksOf(UPSTASH_FACTS, opened(openUpstash(process.env))) },
  { name: 'Netlify Blobs', checks: checksOf(BLOBS_FACTS, opened(openBlobs(process.env))) },
  { name: 'Resend', checks: checksOf(RESEND_FACTS, opened(openResend(process.env))) },
])('the stand-in for $name', ({ checks }) => {
  test.each(checks)('$promise', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
