import { deepStrictEqual, ok } from 'node:assert';
import { orderNumber } from '../../src/contract/order-number.ts';
import { byOwner } from './overrides.ts';
import { type Life, count, post } from './life.ts';
import { isForShop } from './live.ts';
import type { History } from './steps.ts';
import { PRODUCTS, type Truth, expectedAccess, expectedStatus, refundedOf } from './truth.ts';
import { SITE } from './world.ts';

const jsonOf = async (response: Response) => response.json();

/** The products whose files the holder of a session gets, and gets to the last byte. */
const accessOf = async ({ world }: Life, session: string): Promise<string[]> => {
  const granted: string[] = [];
  for (const { id, file_name: name } of PRODUCTS) {
    const body = { product_id: id, session_id: session };
    const response = await world.call(post('/api/secure-file-access', body));
    if (response.status === 403) continue;
    const { files } = await jsonOf(response);
    const file = await world.call(new Request(SITE + files[0].downloadUrl));
    if ((await file.text()) === `%PDF-1.7 ${name}`) granted.push(id);
  }
  return granted;
};

const checkSession = async (life: Life, truth: Truth): Promise<void> => {
  const { session } = truth;
  const expected = expectedStatus(truth);
  const { status } = await jsonOf(
    await life.world.call(post('/api/verify-payment', { sessionId: session })),
  );
  deepStrictEqual(status, expected ?? 'unpaid', 'the status of an order');
  deepStrictEqual(await accessOf(life, session), expectedAccess(truth), 'the files of an order');
  const query = { query: session.slice(-8) };
  const found = await life.world.call(await byOwner('/api/admin/find-order', query));
  const { order } = await jsonOf(found);
  deepStrictEqual(order?.session_id, expected === null ? undefined : session, 'an order is found');
  if (truth.payment !== 'paid') return;
  const amounts = [order.amount, order.discount, order.refunded];
  deepStrictEqual(amounts, [truth.amount, truth.discount, refundedOf(truth)], 'the amounts');
};

/** A link that was given out opens nothing any more once the order does not. */
const checkLinks = async (life: Life, truth: Truth): Promise<void> => {
  const open = expectedAccess(truth);
  for (const { product, url } of truth.links) {
    const response = await life.world.call(new Request(url));
    await response.body?.cancel();
    if (!open.includes(product)) deepStrictEqual(response.ok, false, 'a link after a refund');
  }
};

/** Redis, looked at before anything is asked that could mend it. */
const readOrders = async ({ world: { redis } }: Life) => {
  const keys = await redis.keys('order:dev:*');
  const sessions = keys.map((key) => key.slice('order:dev:'.length));
  const facts = await Promise.all(keys.map((key) => redis.hgetall(key)));
  return new Map(sessions.map((session, index) => [session, facts[index] ?? {}]));
};

const checkLedger = async (
  life: Life,
  end: History['end'],
  orders: Map<string, Record<string, string>>,
): Promise<void> => {
  const { redis } = life.world;
  const events = new Map((await life.world.events()).map((event) => [event.id, event]));
  const noted = new Map<string, string>();
  for (const [session, facts] of orders) {
    for (const [name, value] of Object.entries(facts)) {
      const [kind, id = ''] = name.split(':');
      if (kind !== 'event') continue;
      deepStrictEqual(noted.get(id), undefined, 'an event stands in the ledger of one order');
      deepStrictEqual(value.split(' ')[0], events.get(id)?.type, 'the ledger says what came');
      noted.set(id, session);
    }
  }
  // The index and the ledgers agree, and hold every event that Stripe was told is done.
  for (const key of await redis.keys('event:dev:*')) {
    const id = key.slice('event:dev:'.length);
    deepStrictEqual((await redis.get(key)) || undefined, noted.get(id), 'index and ledger agree');
  }
  const known =
    end === 'return'
      ? life.acknowledged
      : [...events.values()].filter(isForShop).map(({ id }) => id);
  for (const id of known) {
    deepStrictEqual(await redis.exists(`event:dev:${id}`), 1, 'what was told is known');
  }
};

/** One receipt for each order that was ever paid, one confirmation of each withdrawal, and no other mail. */
const checkMails = async (
  life: Life,
  { end, steps }: Pick<History, 'end' | 'steps'>,
): Promise<void> => {
  const { redis, mails } = life.world;
  const all = await mails();
  const daysPass = steps.some((step) => step.do === 'days pass' || step.do === 'outage');
  let found = 0;
  for (const { session, receiptBefore, isWithdrawn } of life.truths.filter(
    (truth) => truth.payment === 'paid',
  )) {
    // It doesn't lead to the files.
    const number = await orderNumber(session);
    const isConfirmation = (text: string) => text.includes(number) && !text.includes('session_id=');
    const confirmations = all.filter(({ text }) => isConfirmation(text)).length;
    const most = isWithdrawn ? 1 : 0;
    // A lost answer is asked for again after a day too, and a Redis that was emptied has forgotten the first.
    if (receiptBefore === undefined && !daysPass)
      ok(confirmations <= most, 'one confirmation of a withdrawal');
    if (receiptBefore === undefined && end === 'reconciler')
      ok(confirmations >= most, 'a confirmation of each withdrawal');
    found += confirmations;
    const receipts = all.filter(({ text }) => text.includes(`session_id=${session}\n`));
    const fact = await redis.hget(`order:dev:${session}`, 'mail:receipt');
    const [is] = (fact ?? 'none').split(' ');
    count(life.tally, `receipts: ${is}`);
    found += receipts.length;
    for (const { text } of receipts)
      ok(text.includes(`${SITE}/guide-download?`), 'a link to the shop');
    // Where it is not known for a day whether it went out, there must not be a second one.
    if ((is === 'unsure' && daysPass) || receiptBefore === 'unsent') {
      ok(receipts.length <= 1, 'no receipt twice');
    } else if (receiptBefore === 'sent') deepStrictEqual(receipts.length, 1, 'no receipt twice');
    else deepStrictEqual([is, receipts.length], ['sent', 1], 'one receipt for a paid order');
  }
  deepStrictEqual(all.length, found, 'no other mail');
  deepStrictEqual(await redis.zcard('receipts:dev'), 0, 'no receipt waits');
};

/** Everything that must be true of a shop once all is heard of. */
export const check = async (
  life: Life,
  { end, steps }: Pick<History, 'end'> & Partial<History>,
  fulfilled: readonly string[],
): Promise<void> => {
  const orders = await readOrders(life);
  const bought = life.truths.filter((truth) => expectedStatus(truth) !== null);
  const sessions = bought.map(({ session }) => session).toSorted();
  deepStrictEqual([...orders.keys()].toSorted(), sessions, 'one order per bought session');
  const index = await life.world.redis.zrange('orders:dev', 0, -1);
  deepStrictEqual(index.toSorted(), sessions, 'the index of orders');
  await checkLedger(life, end, orders);

  for (const truth of life.truths) {
    // A buyer who comes back makes a missing order; what happened after the sale, others tell.
    const isTold = end !== 'return' || (truth.refunds.size === 0 && truth.disputes.size === 0);
    if (isTold) await checkSession(life, truth);
    if (isTold) await checkLinks(life, truth);
  }

  const numbers = await Promise.all(sessions.map(orderNumber));
  for (const number of fulfilled) deepStrictEqual(numbers.includes(number), true, 'a known order');
  const isEmptied = life.truths.some(({ receiptBefore }) => receiptBefore !== undefined);
  if (!isEmptied)
    deepStrictEqual(new Set(fulfilled).size, fulfilled.length, 'no order is fulfilled twice');

  if (steps) await checkMails(life, { end, steps });
  count(life.tally, 'sessions', life.truths.length);
  for (const truth of bought) count(life.tally, expectedStatus(truth) ?? '');
  count(life.tally, 'events', (await life.world.events()).filter(isForShop).length);
  count(life.tally, 'events handled', life.acknowledged.size);
};
