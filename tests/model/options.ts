import { deepStrictEqual, ok } from 'node:assert';
import { orderNumber } from '../../src/contract/order-number.ts';
import { sessionIn } from '../buyer.ts';
import { type Life, count, post } from './life.ts';
import { byOwner } from './overrides.ts';
import { BUNDLE, type Truth, opened, refundedIn, refundedOf } from './truth.ts';
import { STRIPE, type WorldEvent } from './world.ts';

type Made = WorldEvent['data']['object'];

/** What an owner switches on: the rest of the set for the difference, and refunds from the order's page. */

/** A call of the shop; null where it crashed, or was refused with one of these statuses. */
type Ask = (request: Request, ...mayBe: number[]) => Promise<Response | null>;

const factsOf = ({ world }: Life, { session }: Truth) =>
  world.redis.hgetall(`order:dev:${session}`);

/** Stripe's lowest price, in minor units. */
const LEAST = 50;

/** What the rest of the set costs once so much of the first price has gone back. */
const restAfter = ({ amount }: Truth, refunded: number): number =>
  Math.max(LEAST, BUNDLE.price_in_cents - (amount - refunded));

const amountOf = async (session: string): Promise<number> => {
  const headers = { authorization: `Bearer ${process.env['STRIPE_SECRET_KEY']}` };
  const response = await fetch(`${STRIPE}/v1/checkout/sessions/${session}`, { headers });
  return (await response.json()).amount_total;
};

/**
 * Asks for the rest of the set, and answers its checkout. The shop goes by the refunds that it has heard of, which it may
 * hear of meanwhile.
 */
export const upgrade = async (life: Life, truth: Truth, ask: Ask): Promise<Truth | null> => {
  const facts = await factsOf(life, truth);
  const heard = [refundedIn(truth, facts)];
  // 502: a refund was heard of since a call that crashed with its checkout half opened.
  const refusals = [403, 409, 502];
  const response = await ask(post('/api/upgrade', { session_id: truth.session }), ...refusals);
  if (!response) return null;
  ok(truth.payment === 'paid', `the rest of the set is offered, it is ${truth.payment}`);
  ok(!facts['withdrawn'], 'the rest of the set is offered, and its buyer has withdrawn');
  const session = sessionIn((await response.json()).url);
  const amount = await amountOf(session);
  await noteRefunds(life);
  heard.push(refundedIn(truth, await factsOf(life, truth)), refundedOf(truth));
  const known = life.truths.find((one) => one.session === session);
  if (known) return known;
  const prices = heard.map((refunded) => restAfter(truth, refunded));
  const isRight = Math.min(...prices) <= amount && amount <= Math.max(...prices);
  ok(isRight, `the rest of the set costs ${amount}, and not ${prices.join(', ')}`);
  const rest = opened({ session, product: BUNDLE, amount, upgradeOf: truth.session });
  life.truths.push(rest);
  count(life.tally, 'upgrades opened');
  return rest;
};

/** The refunds that the shop has made, which give a reason, by the payment's id. */
const madeByShop = async ({ world }: Life): Promise<Map<string, Made[]>> => {
  const made = (await world.events())
    .filter(({ type, data }) => type === 'refund.created' && data.object.reason != null)
    .map(({ data }) => data.object);
  return Map.groupBy(made, (refund) => refund.payment_intent ?? '');
};

/** Takes note of the refunds that the shop has made. */
export const noteRefunds = async (life: Life): Promise<void> => {
  const made = await madeByShop(life);
  for (const { intent, refunds } of life.truths) {
    for (const { id, amount = 0 } of made.get(intent ?? 'none') ?? []) {
      if (!refunds.has(id)) refunds.set(id, { amount, hasFailed: false });
    }
  }
};

export const refundByOwner = async (
  life: Life,
  truth: Truth,
  part: 'all' | 'half',
  ask: Ask,
): Promise<void> => {
  const refunded = refundedIn(truth, await factsOf(life, truth));
  const left = truth.amount - refunded;
  const amount = part === 'all' ? left : Math.floor(left / 2);
  if (amount <= 0) return;
  truth.asked.add(`${refunded} ${amount}`);
  const path = `/api/admin/orders/${await orderNumber(truth.session)}/refund`;
  const request = await byOwner(path, { amount, refunded, reason: 'requested_by_customer' });
  if (!(await ask(request, 404, 409, 412))) return;
  const made = (await madeByShop(life)).get(truth.intent ?? 'none') ?? [];
  const isMade = made.some((refund) => refund.amount === amount);
  ok(isMade, 'a refund that was told was made');
  count(life.tally, 'refunds by the owner');
};

/** The shop has confirmed it where the order says so. Whatever it said, nobody withdraws from what nobody paid. */
export const withdraw = async (life: Life, truth: Truth, ask: Ask): Promise<void> => {
  const request = post(`/api/withdraw?session_id=${truth.session}`, {});
  await ask(request, 403, 404, 409, 502);
  if (!(await factsOf(life, truth))['withdrawn']) return;
  ok(truth.payment === 'paid', `a withdrawal is confirmed, it is ${truth.payment}`);
  truth.isWithdrawn = true;
};

/** Whether the shop itself must have given all of it back: else a bank, or the owner, decides. */
const mustBeRefunded = ({ isWithdrawn, disputes, refunds }: Truth, upgrades: number): boolean =>
  isWithdrawn &&
  upgrades === 0 &&
  disputes.size === 0 &&
  [...refunds.values()].every(({ hasFailed }) => !hasFailed);

/** The credit of an order is used once, a press refunds once, and a withdrawal gives all back. */
export const checkOptions = async (
  life: Life,
  { isEmptied, isReconciled }: { isEmptied: boolean; isReconciled: boolean },
): Promise<void> => {
  const made = await madeByShop(life);
  for (const truth of life.truths) {
    const { session, intent, asked, isWithdrawn, amount } = truth;
    const upgrades = life.truths.filter(
      ({ upgradeOf, payment }) =>
        upgradeOf === session && (payment === 'paid' || payment === 'pending'),
    ).length;
    count(life.tally, 'upgrades paid', upgrades);
    const presses = asked.size + (isWithdrawn ? 1 : 0);
    // What came back, whoever had refunded it, may be refunded again.
    const failed = [...truth.refunds.values()].filter(({ hasFailed }) => hasFailed).length;
    const refunds = made.get(intent ?? 'none') ?? [];
    ok(refunds.length <= presses + failed, 'one press refunds twice');
    // An emptied Redis has forgotten which checkouts it had opened, and who has withdrawn.
    if (isEmptied) continue;
    ok(upgrades <= 1, 'two credits for one order');
    const isByOwner = refunds.length <= asked.size + failed;
    ok(upgrades === 0 || isByOwner, 'a guide is given back whose price went into the bundle');
    if (!isReconciled || !mustBeRefunded(truth, upgrades)) continue;
    deepStrictEqual(refundedOf(truth), amount, 'a withdrawal gives all back');
    count(life.tally, 'withdrawals');
  }
};
