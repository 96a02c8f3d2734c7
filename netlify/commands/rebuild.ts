import { parseArgs } from 'node:util';
import { loadSettings } from '../local/settings.ts';
import { logError } from '../http/log.ts';
import { fulfill } from '../orders/fulfill.ts';
import { getEnv } from '../platform/env.ts';
import { isLive } from '../platform/context.ts';
import { listSessions } from '../stripe/lists.ts';
import { countOf, runCommand } from './run.ts';
import { LIVE_CONTEXT, openOrders } from './stores.ts';

/** Each call reads one session. Stripe allows 25 calls a second in test mode. */
const CONCURRENT_CALLS = 5;

type Counts = { orders: number; receipts: number; failed: number };

const fulfillAll = async (): Promise<Counts> => {
  const counts: Counts = { orders: 0, receipts: 0, failed: 0 };
  const fulfillOne = async (sessionId: string): Promise<void> => {
    try {
      const fulfilled = await fulfill(sessionId, { source: 'rebuild' });
      if (fulfilled === null) return;
      counts.orders += 1;
      counts.receipts += fulfilled.jobs.length;
    } catch (error) {
      logError(error);
      counts.failed += 1;
    }
  };
  for await (const sessions of listSessions()) {
    for (let start = 0; start < sessions.length; start += CONCURRENT_CALLS) {
      await Promise.all(sessions.slice(start, start + CONCURRENT_CALLS).map(fulfillOne));
    }
  }
  return counts;
};

/**
 * `npm run rebuild`, with `--context=<name>`: reads all orders from Stripe again, newest first.
 * Needs the settings of the shop with these orders. It can be repeated.
 */
export const run = async (): Promise<void> => {
  const { values } = parseArgs({ options: { context: { type: 'string' } } });
  loadSettings();
  getEnv();
  const context = values.context ?? (isLive() ? LIVE_CONTEXT : 'production');
  if (context.endsWith('-live') !== isLive()) {
    const mode = isLive() ? 'live' : 'test';
    throw new Error(`STRIPE_SECRET_KEY is a ${mode} key, which has no orders of ${context}.`);
  }
  openOrders(context);
  const { orders, receipts, failed } = await fulfillAll();
  console.log(`${context}: ${countOf(orders, 'order')} read from Stripe.`);
  if (receipts > 0) console.log(`The shop’s schedule now sends ${countOf(receipts, 'receipt')}.`);
  if (failed > 0) {
    throw new Error(`${countOf(failed, 'order')} couldn’t be read. Run this again.`);
  }
};

if (import.meta.main) await runCommand(run);
