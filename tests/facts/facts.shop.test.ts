import { describe, expect, test } from 'vitest';
import { openTestShop } from '../shop/shop.ts';
import { needs } from '../tools.ts';
import { BLOBS_FACTS } from './blobs.ts';
import { type Fact, checkFor } from './fact.ts';
import { RESEND_FACTS } from './resend.ts';
import { STRIPE_FACTS } from './stripe.ts';
import { UPSTASH_FACTS } from './upstash.ts';
import { nobody, openBlobs, openResend, openStripe, openUpstash, standInOf } from './vendors.ts';

await openTestShop({ withMail: true });

/** The facts that can be checked with a stand-in, each with a function that runs its check. */
const checksOf = <Vendor>(facts: readonly Fact<Vendor>[], vendor: Vendor) =>
  facts.flatMap((fact) => {
    const check = checkFor(fact, 'stand-in');
    return typeof check === 'string' ? [] : [[fact.promise, () => check(vendor)] as const];
  });

const describeStandIn = (name: string, checks: ReturnType<typeof checksOf>, options = {}): void => {
  describe(`the stand-in for ${name}`, options, () => {
    test.each(checks)('%s', async (_promise, run) => {
      await expect(run()).resolves.toBeUndefined();
    });
  });
};

const { env } = process;
describeStandIn('Stripe', checksOf(STRIPE_FACTS, standInOf(openStripe(env, nobody))));
// Requires real Redis. The in-process engine differs in details that the shop does not use.
describeStandIn(
  'Upstash',
  checksOf(UPSTASH_FACTS, standInOf(openUpstash(env))),
  needs('redis-server'),
);
describeStandIn('Netlify Blobs', checksOf(BLOBS_FACTS, standInOf(openBlobs(env))));
describeStandIn('Resend', checksOf(RESEND_FACTS, standInOf(openResend(env))));
