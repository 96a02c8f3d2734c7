import { ok } from 'node:assert';
import { sessionIn } from '../buyer.ts';
import { type Life, count, post } from './life.ts';
import { BUNDLE, type Truth, opened, refundedIn, refundedOf } from './truth.ts';
import { STRIPE } from './world.ts';

/** What an owner switches on: the rest of the set for the difference, and withdrawals. */

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

/** The shop has confirmed it where the order says so. Whatever it said, nobody withdraws from what nobody paid. */
export const withdraw = async (life: Life, truth: Truth, ask: Ask): Promise<void> => {
  const request = post(`/api/withdraw?session_id=${truth.session}`, {});
  await ask(request, 403, 404, 409, 502);
  if (!(await factsOf(life, truth))['withdrawn']) return;
  ok(truth.payment === 'paid', `a withdrawal is confirmed, it is ${truth.payment}`);
  truth.isWithdrawn = true;
};

/** The credit of an order is used once. */
export const checkOptions = (life: Life, { isEmptied }: { isEmptied: boolean }): void => {
  for (const { session, isWithdrawn } of life.truths) {
    const upgrades = life.truths.filter(
      ({ upgradeOf, payment }) =>
        upgradeOf === session && (payment === 'paid' || payment === 'pending'),
    ).length;
    count(life.tally, 'upgrades paid', upgrades);
    count(life.tally, 'withdrawals', isWithdrawn ? 1 : 0);
    // An emptied Redis has forgotten which checkouts it had opened.
    if (!isEmptied) ok(upgrades <= 1, 'two credits for one order');
  }
};
