import { now } from '../clock.ts';
import { redisClient } from '../clients/redis.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import { limitShared } from '../http/rate-limiter.ts';
import { fulfil } from '../orders/fulfil.ts';
import type { Order } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { sessionsOfBuyer } from '../orders/redis-pages.ts';
import { sessionsOfAddress } from '../orders/stripe-history.ts';
import { buyerKey } from './buyer-key.ts';
import { type Message, fillMail, templateOf } from './message.ts';
import { MOST_LISTED, orderList } from './order-list.ts';
import { type Outbox, queueOf, sendClaimed, sendDue } from './outbox.ts';
import { sendDueReceipts } from './receipt.ts';
import { sendEmail } from './resend.ts';
import { sendsMail } from './settings.ts';
import { findOrders, findRecipient } from './shop.ts';

/** One more than is listed, to tell that there are more. */
const MOST_FOUND = MOST_LISTED + 1;

const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
  asked.catch((error: unknown) => {
    logError(error);
    return [];
  });

/**
 * What is recorded for the address, and what Stripe lists for it: orders from before the index of buyers are found
 * there alone, and are recorded by it. Both are always asked, and one of them is enough.
 */
const ordersOf = async (email: string, buyer: string): Promise<readonly Order[]> => {
  const at = now();
  const [indexed, listed] = await Promise.all([
    orNone(sessionsOfBuyer(buyer, MOST_FOUND)),
    orNone(sessionsOfAddress(email, MOST_FOUND)),
  ]);
  // Whatever Stripe takes for the same address: a link opens files, and goes to nobody else.
  const own = listed.filter((session) => session.buyer === buyer);
  const ids = new Set(own.map(({ id }) => id));
  const others = indexed.filter((id) => !ids.has(id));
  const finding = {
    source: 'reconciler',
    at,
    withReceipt: false,
    evenIfDown: true,
  } as const;
  const [upserted, recorded] = await Promise.all([
    Promise.all(own.map((session) => fulfil(session, finding))),
    orNone(findOrders(others)),
  ]);
  return [...upserted.map((done) => done?.order), ...recorded].filter((order) => order != null);
};

const template = () => templateOf(globalThis.MAILS.findPurchase);

const messageOf = (request: string, to: string, orders: readonly Order[]): Message => ({
  ...fillMail(template(), { orders: orderList(orders) }),
  to,
  key: `find-purchase/${request}`,
  tags: { kind: 'find-purchase' },
});

/**
 * Requests that the mail service did not take at once: the buyer's key and a name of the request, so that each is one
 * email.
 */
const outbox = (): Outbox => {
  const keys = orderKeys();
  return queueOf({
    key: keys.finds,
    triedAt: (request) => ({ key: keys.findsTried, field: request }),
  });
};

const queueRequest = async (request: string, mayBeSent: boolean): Promise<void> => {
  const { redis, reached } = redisClient();
  const keys = orderKeys();
  const added = redis.multi().zadd(keys.finds, { score: now(), member: request });
  if (mayBeSent) added.hset(keys.findsTried, { [request]: now() });
  await reached(added.exec());
};

/** Counts an email to a buyer; false where it is one too many. */
const mayEmail = (buyer: string): Promise<boolean> =>
  limitShared(buyer, ['found-email']).then(
    () => true,
    () => false,
  );

/**
 * Sends an address the links of all that was bought with it; nothing where nothing was, or where it has had its
 * emails of this hour or day. Where the mail service does not take it now, the request waits, without the address.
 * Never throws: whoever asked has their answer, the same for all.
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
    if (outcome.is === 'later') await queueRequest(request, outcome.mayBeSent);
  } catch (error) {
    logError(error);
  }
};

const sendWaiting = (request: string) =>
  sendClaimed(outbox(), request, async () => {
    const [buyer = ''] = request.split('/');
    const orders = await findOrders(await sessionsOfBuyer(buyer, MOST_FOUND));
    const [newest] = orders;
    const session = newest ? await findRecipient(newest.sessionId) : null;
    return session
      ? messageOf(request, session.email, orders)
      : { is: 'skipped', detail: 'no order or no address' };
  });

/**
 * Sends what buyers wait for, as long as there is time: receipts, then emails of find-purchase, to the address that
 * Stripe has. Never throws.
 */
export const sendDueToBuyers = async (hasTime: () => boolean): Promise<void> => {
  if (!sendsMail() || !(await sendDueReceipts(hasTime))) return;
  await sendDue(orderKeys().finds, hasTime, sendWaiting);
};
