import { parseArgs } from 'node:util';
import { loadSettings } from '../local/settings.ts';
import { logError } from '../http/log.ts';
import { isBuyerSecretOfStore, replaceBuyerSecretOfStore } from '../orders/buyer-secret.ts';
import { fulfill } from '../orders/fulfill.ts';
import { getEnv } from '../platform/env.ts';
import { isLive, setCurrentSite } from '../platform/context.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { type ListedSession, listSessions } from '../stripe/lists.ts';
import { countOf, runCommand } from './run.ts';
import { LIVE_CONTEXT, deployContextOf, openOrders } from './stores.ts';

/** Each order needs at least two calls. Stripe allows 25 calls a second in test mode. */
const CONCURRENT_ORDERS = 3;

type Counts = { orders: number; receipts: number; failed: number };

const listAllSessions = async (): Promise<ListedSession[]> => {
  const sessions: ListedSession[] = [];
  for await (const page of listSessions()) sessions.push(...page);
  return sessions;
};

/**
 * Checks more than one, because the newest order may be from another site, such as a preview, that
 * uses the same Stripe account.
 */
const MAX_NEWEST_ORDERS = 20;

/** Throws for a missing setting: an order recorded without a receipt job never gets a receipt. */
const requireReceipts = (sessions: readonly ListedSession[]): void => {
  const alternative = 'To leave these orders without a receipt, add -- --without-receipts.';
  if (!sendsMail()) {
    throw new Error(
      `Without MAIL_API_KEY and MAIL_FROM, orders that have no receipt yet would never get one. Set both. ${alternative}`,
    );
  }
  const newest = sessions.slice(0, MAX_NEWEST_ORDERS);
  const [first] = newest;
  if (!first || newest.some(({ isOfThisSite }) => isOfThisSite)) return;
  throw new Error(
    `None of the newest orders are from this shop (${getEnv().PUBLIC_SITE_URL}). The latest one ` +
      `is from ${first.successUrl}. The buyers of these orders would get no receipts. Set PUBLIC_SITE_URL ` +
      `and NETLIFY_SITE_ID to the shop’s values. ${alternative}`,
  );
};

/** With a different secret, every buyer would count as a new buyer who has never unsubscribed. */
const requireBuyerSecret = async (): Promise<void> => {
  if (await isBuyerSecretOfStore()) return;
  throw new Error(
    'The orders were stored with a different buyer secret. Set BUYER_SECRET to the shop’s value. ' +
      'If the shop has no BUYER_SECRET, set SIGNING_SECRET to the shop’s value. If the value is ' +
      'lost, add -- --new-buyer-secret. Unsubscribed buyers stay unsubscribed, but the ' +
      'unsubscribe links in earlier emails stop working.',
  );
};

const fulfillAll = async (
  sessions: readonly ListedSession[],
  sendsReceipt: boolean,
): Promise<Counts> => {
  const counts: Counts = { orders: 0, receipts: 0, failed: 0 };
  const fulfillOne = async ({ id }: ListedSession): Promise<void> => {
    try {
      const fulfilled = await fulfill(id, { source: 'rebuild', sendsReceipt });
      if (fulfilled === null) return;
      counts.orders += 1;
      counts.receipts += fulfilled.jobs.filter((job) => job.startsWith('receipt:')).length;
    } catch (error) {
      logError(error);
      counts.failed += 1;
    }
  };
  for (let start = 0; start < sessions.length; start += CONCURRENT_ORDERS) {
    await Promise.all(sessions.slice(start, start + CONCURRENT_ORDERS).map(fulfillOne));
  }
  return counts;
};

/**
 * `npm run rebuild`, with `--context=<name>`, `--without-receipts` and `--new-buyer-secret`: reads
 * all orders from Stripe again, newest first. Requires the settings of the shop that took these
 * orders. Safe to run again.
 */
export const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      context: { type: 'string' },
      'without-receipts': { type: 'boolean' },
      'new-buyer-secret': { type: 'boolean' },
    },
  });
  loadSettings();
  getEnv();
  const context = values.context ?? (isLive() ? LIVE_CONTEXT : 'production');
  if (context.endsWith('-live') !== isLive()) {
    const mode = isLive() ? 'live' : 'test';
    throw new Error(
      `STRIPE_SECRET_KEY is a ${mode} key, which can’t read the orders of ${context}. Set the other key, or choose a different --context.`,
    );
  }
  openOrders(context);
  const { NETLIFY_SITE_ID: siteId } = process.env;
  if (siteId) setCurrentSite(siteId, deployContextOf(context));
  if (!values['new-buyer-secret']) await requireBuyerSecret();
  const sendsReceipt = !values['without-receipts'];
  const sessions = await listAllSessions();
  if (sendsReceipt) requireReceipts(sessions);
  if (values['new-buyer-secret']) await replaceBuyerSecretOfStore();

  const { orders, receipts, failed } = await fulfillAll(sessions, sendsReceipt);
  console.log(`${context}: ${countOf(orders, 'order')} read from Stripe.`);
  console.log(
    'For a bank debit that the shop had not recorded, the payment date is the day on which it was started, not the day on which it cleared.',
  );
  const others = sessions.filter(({ isOfThisSite }) => !isOfThisSite).length;
  if (others > 0) {
    const otherOrders = countOf(others, 'order');
    console.log(`No receipt is sent for ${otherOrders} from another site or an earlier domain.`);
  }
  if (receipts > 0) console.log(`The shop’s schedule will send ${countOf(receipts, 'receipt')}.`);
  if (failed > 0) {
    throw new Error(`${countOf(failed, 'order')} couldn’t be read. Run this command again.`);
  }
};

if (import.meta.main) await runCommand(run);
