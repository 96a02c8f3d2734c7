import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type Stripe from 'stripe';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { isLiveKey } from '../../netlify/platform/context.ts';
import { BLOBS_FACTS } from './blobs.ts';
import { type Fact, SkippedCheck, type UncheckedFact, checkFor } from './fact.ts';
import { NETLIFY_FACTS } from './netlify.ts';
import { RESEND_FACTS } from './resend.ts';
import { STRIPE_FACTS } from './stripe.ts';
import { hasTool } from '../tools.ts';
import { UPSTASH_FACTS } from './upstash.ts';
import {
  type Environment,
  type OpenResult,
  type PayHosted,
  type Vendor,
  nobody,
  openBlobs,
  openResend,
  openStripe,
  openUpstash,
  standInOf,
} from './vendors.ts';

/**
 * `npm run test:live` checks each fact with the stand-in and, if the environment contains the
 * service's keys, with the real service. It does not read `.env`, so that nobody runs it on a live
 * shop by accident. With `-- --by-hand`, it asks a person to make payments that no API can make.
 */

const isByHand = process.argv.includes('--by-hand');

const askPerson: PayHosted = async (session: Stripe.Checkout.Session, card: string) => {
  if (!isByHand)
    throw new SkippedCheck('A person must make this payment. Run again with "-- --by-hand".');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question(`Open ${session.url}, pay with ${card}, and press Enter. `);
  terminal.close();
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

type Result = { readonly status: 'ok' | 'FAILED' | 'skipped'; readonly reason: string };

const runCheck = async <V>(
  fact: Fact<V>,
  target: 'stand-in' | 'real',
  vendor: V,
): Promise<Result> => {
  const check = checkFor(fact, target);
  if (typeof check === 'string') return { status: 'skipped', reason: check };
  try {
    await check(vendor);
    return { status: 'ok', reason: '' };
  } catch (error) {
    if (error instanceof SkippedCheck) return { status: 'skipped', reason: error.message };
    return { status: 'FAILED', reason: messageOf(error) };
  }
};

const printRow = (standIn: string, real: string, text: string): void =>
  console.log(`${standIn.padEnd(9)} ${real.padEnd(9)} ${text}`);

const printReason = (reason: string): void =>
  console.log(`${' '.repeat(20)}  ${reason.split('\n')[0]}`);

const printUnchecked = (name: string, facts: readonly UncheckedFact[]): void => {
  console.log(`\n${name}`);
  for (const { promise, whyUnchecked } of facts) {
    printRow('skipped', '-', promise);
    printReason(whyUnchecked);
  }
};

/** Returns whether all checks passed. Skips the checks of a stand-in that is null. */
const runVendor = async <V extends Vendor>(
  name: string,
  facts: readonly Fact<V>[],
  standIn: V | null,
  real: OpenResult<V>,
): Promise<boolean> => {
  const missing = 'missing' in real ? `not checked: ${real.missing.join(' and ')} missing` : '';
  console.log(`\n${name}${missing && ` (${missing})`}`);
  printRow('stand-in', 'real', 'fact');
  let hasPassed = true;
  for (const fact of facts) {
    const local = standIn && (await runCheck(fact, 'stand-in', standIn));
    const remote = 'vendor' in real ? await runCheck(fact, 'real', real.vendor) : null;
    printRow(local?.status ?? '-', remote?.status ?? '-', fact.promise);
    for (const reason of new Set([local?.reason, remote?.reason])) {
      if (reason) printReason(reason);
    }
    if (local?.status === 'FAILED' || remote?.status === 'FAILED') hasPassed = false;
  }
  if ('vendor' in real) {
    for (const cleanUp of real.vendor.cleanUps) {
      await cleanUp().catch((error: unknown) => {
        console.log(`Cleanup failed: ${messageOf(error).split('\n')[0]}`);
      });
    }
  }
  return hasPassed;
};

const run = async (env: Environment): Promise<boolean> => {
  if (isLiveKey(env['STRIPE_SECRET_KEY'] ?? '')) {
    console.error(
      'STRIPE_SECRET_KEY is a live key. Use a secret key from a Stripe sandbox (sk_test_...).',
    );
    return false;
  }
  const stripe = openStripe(env, askPerson);
  const upstash = openUpstash(env);
  const blobs = openBlobs(env);
  const resend = openResend(env);
  const all = [stripe, upstash, blobs, resend];
  if (all.every((service) => 'missing' in service)) {
    const names = all.flatMap((service) => ('missing' in service ? service.missing : []));
    console.error(`Set the test keys of at least one service: ${names.join(', ')}.`);
    console.error('Use a Stripe sandbox, an empty Upstash database, and a Netlify test site.');
    return false;
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'facts-'));
  const services = await serveServices({
    directory,
    withRedis: true,
    withStripe: true,
    withMail: true,
    mailCallsPerSecond: 1000,
  });
  const local = services.environment;
  // Requires real Redis. The in-process engine differs in details that the shop does not use.
  const upstashStandIn = hasTool('redis-server') ? standInOf(openUpstash(local)) : null;
  try {
    const results = [
      await runVendor('Stripe', STRIPE_FACTS, standInOf(openStripe(local, nobody)), stripe),
      await runVendor('Upstash', UPSTASH_FACTS, upstashStandIn, upstash),
      await runVendor('Netlify Blobs', BLOBS_FACTS, standInOf(openBlobs(local)), blobs),
      await runVendor('Resend', RESEND_FACTS, standInOf(openResend(local)), resend),
    ];
    printUnchecked('Netlify', NETLIFY_FACTS);
    return results.every(Boolean);
  } finally {
    await services.close();
    await rm(directory, { recursive: true, force: true });
  }
};

process.exitCode = (await run(process.env)) ? 0 : 1;
