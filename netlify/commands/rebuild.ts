import { parseArgs } from 'node:util';
import { loadSettings } from '../local/settings.ts';
import { logError } from '../http/log.ts';
import { fulfill } from '../orders/fulfill.ts';
import { getEnv } from '../platform/env.ts';
import { isLive } from '../platform/context.ts';
import { listSessions } from '../stripe/lists.ts';
import { countOf, runCommand } from './run.ts';
import { LIVE, openOrders } from './stores.ts';

/** Each takes one call to Stripe, which allows 25 a second in test mode. */
const AT_ONCE = 5;

/**
 * `npm run rebuild`, with `--context=<name>`: reads all orders from Stripe, newest first, by the settings of the shop
 * whose orders they are. Running it again is harmless.
 */
export const run = async (): Promise<void> => {
  const { values } = parseArgs({ options: { context: { type: 'string' } } });
  loadSettings();
  getEnv();
  const context = values.context ?? (isLive() ? LIVE : 'production');
  if (context.endsWith('-live') !== isLive()) {
    const mode = isLive() ? 'live' : 'test';
    throw new Error(`STRIPE_SECRET_KEY is a ${mode} key, which has no orders of ${context}.`);
  }
  openOrders(context);
  const count = { orders: 0, jobs: 0, failed: 0 };
  for await (const sessions of listSessions()) {
    for (let at = 0; at < sessions.length; at += AT_ONCE) {
      const some = sessions.slice(at, at + AT_ONCE);
      const all = some.map((id) => fulfill(id, { source: 'rebuild' }).catch(logError));
      for (const done of await Promise.all(all)) {
        if (done === undefined) count.failed += 1;
        else if (done !== null) {
          count.orders += 1;
          count.jobs += done.jobs.length;
        }
      }
    }
  }
  const { orders, jobs, failed } = count;
  console.log(`${context}: ${countOf(orders, 'order')} read from Stripe.`);
  if (jobs > 0) console.log(`The shop’s schedule now sends ${countOf(jobs, 'receipt')}.`);
  if (failed > 0) {
    throw new Error(`${countOf(failed, 'order')} couldn’t be read. Run this again.`);
  }
};

if (import.meta.main) await runCommand(run);
