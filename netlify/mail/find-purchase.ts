import { now } from '../clock.ts';
import { transaction } from '../clients/redis.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import { limitShared } from '../http/limits.ts';
import { fulfil } from '../orders/fulfil.ts';
import type { Order } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findOrders } from '../orders/redis-orders.ts';
import { sessionsOfBuyer } from '../orders/redis-pages.ts';
import { sessionsOfAddress } from '../orders/stripe-history.ts';
import { findRecipient } from '../orders/stripe-sessions.ts';
import { buyerKey } from './buyer-key.ts';
import { type Message, fillMail, templateOf } from './message.ts';
import { MOST_LISTED, orderList } from './order-list.ts';
import { type Outbox, queueOf, sendClaimed, sendDue } from './outbox.ts';
import { sendDueReceipts } from './receipt.ts';
import { sendEmail } from './resend.ts';
import { sendsMail } from './settings.ts';

/** One more than is listed, to know that there are more. */
const MOST_FOUND = MOST_LISTED + 1;

const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
  asked.catch((error: unknown) => {
    logError(error);
    return [];
  });

/**
 * The orders of an address, from Redis and from Stripe. Orders from before the index of buyers are only at Stripe, and
 * are recorded here. Both are always asked, and either is enough.
 */
const ordersOf = async (email: string, buyer: string): Promise<readonly Order[]> => {
  const at = now();
  const [indexed, listed] = await Promise.all([
    orNone(sessionsOfBuyer(buyer, MOST_FOUND)),
    orNone(sessionsOfAddress(email, MOST_FOUND)),
  ]);
  // Stripe's idea of the same address may be wider than ours, and a link opens files.
  const own = listed.filter((session) => session.buyer === buyer);
  const ids = new Set(own.map(({ id }) => id));
  const others = indexed.filter((id) => !ids.has(id));
  const asked = { source: 'reconciler', at, withReceipt: false, allowUnrecorded: true } as const;
  const [upserted, recorded] = await Promise.all([
    Promise.all(own.map((session) => fulfil(session, asked))),
    orNone(findOrders(others)),
  ]);
  return [...upserted.map((done) => done?.order), ...recorded].filter((order) => order != null);
};

const template = () => templateOf(globalThis.MAILS.findPurchase);

const messageOf = (request: string, to: string, orders: readonly Order[]): Message => ({
  ...fillMail(template(), { orders: orderList(orders) }),
  to,
  key: `find-purchase/${request}`,
});

/** The requests that the mail service did not accept at once, by the buyer's key and an id of the request. */
const outbox = (): Outbox => {
  const keys = orderKeys();
  return queueOf({
    key: keys.finds,
    triedAt: (request) => ({ key: keys.findTries, field: request }),
  });
};

const queueRequest = async (request: string, mayBeSent: boolean): Promise<void> => {
  const keys = orderKeys();
  await transaction((commands) => {
    commands.zadd(keys.finds, { score: now(), member: request });
    if (mayBeSent) commands.hset(keys.findTries, { [request]: now() });
  });
};

/** Counts an email to a buyer. false where the limit is reached. */
const mayEmail = (buyer: string): Promise<boolean> =>
  limitShared('found-email', buyer).then(
    () => true,
    () => false,
  );

/**
 * Emails an address the links of all its orders. Sends nothing where it has none, or has reached its limit of emails.
 * Where the mail service does not accept the email now, the request is queued without the address. Never throws, since
 * the answer is the same for every address.
 */
export const sendPurchases = async (email: string): Promise<void> => {
  try {
    const buyer = buyerKey(email);
    if (!(await mayEmail(buyer))) return;
    const orders = await ordersOf(email, buyer);
    if (orders.length === 0) return;
    const request = `${buyer}/${crypto.randomUUID()}`;
    const outcome = await sendEmail(messageOf(request, email, orders));
    if (outcome.is === 'sent') return;
    logError(new Unavailable('mail', outcome.reason));
    if (outcome.is === 'postponed') await queueRequest(request, outcome.mayBeSent);
  } catch (error) {
    logError(error);
  }
};

const sendQueued = (request: string) =>
  sendClaimed(outbox(), request, async () => {
    const [buyer = ''] = request.split('/');
    const orders = await findOrders(await sessionsOfBuyer(buyer, MOST_FOUND));
    const [newest] = orders;
    const session = newest ? await findRecipient(newest.sessionId) : null;
    return session
      ? messageOf(request, session.email, orders)
      : { is: 'skipped', detail: 'no order or no address' };
  });

/** Sends what is due to buyers while there is time: receipts, then find-purchase emails. Never throws. */
export const sendDueToBuyers = async (hasTime: () => boolean): Promise<void> => {
  if (!sendsMail() || !(await sendDueReceipts(hasTime))) return;
  await sendDue(orderKeys().finds, hasTime, sendQueued);
};
