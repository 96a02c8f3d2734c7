import { deepStrictEqual, ok } from 'node:assert';
import type { OrderPage, ReportResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { checkMails } from './check-mails.ts';
import { type Life, count, post } from './life.ts';
import { byOwner, readByOwner } from './owner.ts';
import { isForShop } from './perform.ts';
import type { History } from './steps.ts';
import { PRODUCTS, type Truth, expectedAccess, expectedStatus, refundedOf } from './truth.ts';
import { SITE } from './world.ts';

const jsonOf = async (response: Response) => response.json();

/** The products whose complete files a session gives access to. */
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
  const { orders }: Pick<OrderPage, 'orders'> = await found.json();
  const numbers = orders.map(({ number }) => number);
  const all = expected === null ? [] : [await orderNumber(session)];
  deepStrictEqual(numbers, all, 'an order is found by its reference');
};

/** Checks that the links of a closed order open nothing. */
const checkLinks = async (life: Life, truth: Truth): Promise<void> => {
  const open = expectedAccess(truth);
  for (const { product, url } of truth.links) {
    const response = await life.world.call(new Request(url));
    await response.body?.cancel();
    if (!open.includes(product)) deepStrictEqual(response.ok, false, 'a link after a refund');
  }
};

const sumOf = (some: readonly Truth[]) => {
  const gross = some.reduce((sum, { amount }) => sum + amount, 0);
  const refunded = some.reduce((sum, truth) => sum + refundedOf(truth), 0);
  return { currency: 'USD', orders: some.length, gross, refunded, tax: 0, net: gross - refunded };
};

/** Checks the sums by the truth. */
const checkSums = async ({ world, truths }: Life): Promise<void> => {
  const at = '/api/admin/report?period=last-12-months';
  const { totals } = (await readByOwner<ReportResponse>(world, at)) ?? {};
  const paid = truths.filter(({ payment }) => payment === 'paid');
  deepStrictEqual(totals, paid.length > 0 ? [sumOf(paid)] : [], 'the sums');
};

const numbersOf = async (truths: readonly Truth[]): Promise<string[]> =>
  (await Promise.all(truths.map(({ session }) => orderNumber(session)))).toSorted();

/** Checks that the owner's list has each bought session once. */
const checkList = async ({ world, truths }: Life): Promise<void> => {
  const list = await readByOwner<OrderPage>(world, '/api/admin/orders');
  const bought = await numbersOf(truths.filter((truth) => expectedStatus(truth) !== null));
  const numbers = list?.orders.map(({ number }) => number).toSorted();
  deepStrictEqual(numbers, bought, 'one order for each bought session');
};

/** Checks a shop that has seen every event. `fulfilled` has the order numbers in its log. */
export const check = async (
  life: Life,
  { end, steps }: Pick<History, 'end'> & Partial<History>,
  fulfilled: readonly string[],
): Promise<void> => {
  const { truths, tally } = life;
  // A returning buyer creates a missing order. Only Stripe and the schedule report what happened after the sale.
  const isKnown = ({ refunds, disputes }: Truth): boolean =>
    end !== 'return' || (refunds.size === 0 && disputes.size === 0);
  const known = truths.filter(isKnown);
  // First, since the other questions may repair an order.
  await checkList(life);
  if (known.length === truths.length) await checkSums(life);
  for (const truth of known) {
    await checkSession(life, truth);
    await checkLinks(life, truth);
  }
  const numbers = await numbersOf(truths);
  for (const number of fulfilled) ok(numbers.includes(number), 'a known order');
  const wasEmptied = truths.some(({ wasLost }) => wasLost);
  if (!wasEmptied) deepStrictEqual(new Set(fulfilled).size, fulfilled.length, 'fulfilled once');
  if (steps) await checkMails(life, { end, steps });
  count(tally, 'sessions', truths.length);
  for (const truth of truths) count(tally, expectedStatus(truth) ?? 'not bought');
  count(tally, 'events', (await life.world.events()).filter(isForShop).length);
  count(tally, 'events acknowledged', life.acknowledged.size);
};
