import { chargeEvent, intentEvent, sessionEvent, type Change } from './changes.ts';
import type { Expiry, TestCard } from './cards.ts';
import { badRequest } from './errors.ts';
import { newId, newSecret } from './ids.ts';
import { lastAttempt, subtotalAmount } from './objects/amounts.ts';
import type { Attempt, Billing, DueDeed, Payment } from './state.ts';

/** Long enough for a buyer to land on the shop's page before the bad news follows. */
const AFTERMATH_DELAY_IN_MS = 2_000;
const BANK_DEBIT_DELAY_IN_MS = 10_000;

const seconds = (nowMs: number) => Math.floor(nowMs / 1000);

const newAttempt = (
  created: number,
  more: Pick<Attempt, 'method' | 'status' | 'billing'>,
): Attempt => ({
  id: newId(more.method.type === 'card' ? 'ch_3' : 'py_3'),
  created,
  paymentMethodId: newId('pm_1'),
  balanceTransactionId: newId('txn_1'),
  ...more,
});

const newIntent = (created: number): NonNullable<Payment['intent']> => {
  const id = newId('pi_3');
  return { id, secret: newSecret(id), created };
};

const withAttempt = (payment: Payment, attempt: Attempt): Payment => ({
  ...payment,
  // Stripe makes the PaymentIntent when the buyer first confirms, not with the session.
  intent: payment.intent ?? newIntent(attempt.created),
  attempts: [...payment.attempts, attempt],
});

const complete = (payment: Payment, buyer: Billing, due: DueDeed[]): Payment => ({
  ...payment,
  status: 'complete',
  buyer,
  due: [...payment.due, ...due],
});

export const payByCard = (
  payment: Payment,
  card: TestCard,
  expiry: Expiry,
  buyer: Billing,
  nowMs: number,
): Change => {
  const attempt = newAttempt(seconds(nowMs), {
    method: {
      type: 'card',
      last4: card.number.slice(-4),
      expMonth: expiry.month,
      expYear: expiry.year,
    },
    status: card.effect === 'declined' ? 'failed' : 'succeeded',
    billing: buyer,
  });
  const tried = withAttempt(payment, attempt);
  if (card.effect === 'declined') {
    return {
      payment: tried,
      events: [
        chargeEvent('charge.failed', tried, attempt),
        intentEvent('payment_intent.payment_failed', tried),
      ],
    };
  }
  const due: DueDeed[] =
    card.effect === 'pays' ? [] : [{ deed: card.effect, atMs: nowMs + AFTERMATH_DELAY_IN_MS }];
  const paid = complete(tried, buyer, due);
  return {
    payment: paid,
    events: [
      sessionEvent('checkout.session.completed', paid),
      chargeEvent('charge.succeeded', paid, attempt),
      intentEvent('payment_intent.succeeded', paid),
    ],
  };
};

/** What costs nothing is complete without an attempt, and without a PaymentIntent. */
export const payNothing = (payment: Payment, buyer: Billing): Change => {
  const done = complete(payment, buyer, []);
  return { payment: done, events: [sessionEvent('checkout.session.completed', done)] };
};

/** As if the buyer had typed a promotion code on the payment page. */
export const discountSession = (payment: Payment, amount: number): Change => {
  if (payment.status !== 'open') throw badRequest(`This session is ${payment.status}.`);
  if (amount > subtotalAmount(payment)) throw badRequest('The discount is more than the price.');
  const discount = { promotionCodeId: newId('promo_1'), amount };
  return { payment: { ...payment, discount }, events: [] };
};

/** What the bank will do: settle after some seconds, refuse after them, or leave it open. */
export type BankPlan = 'seconds' | 'fail' | 'never';

export const payByBank = (
  payment: Payment,
  plan: BankPlan,
  buyer: Billing,
  nowMs: number,
): Change => {
  const attempt = newAttempt(seconds(nowMs), {
    method: { type: 'us_bank_account', last4: '6789' },
    status: 'pending',
    billing: buyer,
  });
  const deed = plan === 'fail' ? 'fail' : 'settle';
  const due: DueDeed[] = plan === 'never' ? [] : [{ deed, atMs: nowMs + BANK_DEBIT_DELAY_IN_MS }];
  const waiting = complete(withAttempt(payment, attempt), buyer, due);
  return {
    payment: waiting,
    events: [
      sessionEvent('checkout.session.completed', waiting),
      chargeEvent('charge.pending', waiting, attempt),
      intentEvent('payment_intent.processing', waiting),
    ],
  };
};

export const settleBankDebit = (payment: Payment, outcome: 'succeeded' | 'failed'): Change => {
  const pending = lastAttempt(payment);
  if (pending?.status !== 'pending') {
    throw badRequest('This payment has no bank debit that waits to settle.');
  }
  const attempt: Attempt = { ...pending, status: outcome };
  const settled: Payment = {
    ...payment,
    attempts: [...payment.attempts.slice(0, -1), attempt],
    due: payment.due.filter(({ deed }) => deed !== 'settle' && deed !== 'fail'),
  };
  if (outcome === 'failed') {
    return {
      payment: settled,
      events: [
        sessionEvent('checkout.session.async_payment_failed', settled),
        chargeEvent('charge.failed', settled, attempt),
        intentEvent('payment_intent.payment_failed', settled),
      ],
    };
  }
  return {
    payment: settled,
    events: [
      sessionEvent('checkout.session.async_payment_succeeded', settled),
      chargeEvent('charge.succeeded', settled, attempt),
      intentEvent('payment_intent.succeeded', settled),
    ],
  };
};

export const expireSession = (payment: Payment): Change => {
  if (payment.status !== 'open') {
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${payment.status}.`,
    );
  }
  const expired: Payment = { ...payment, status: 'expired' };
  return { payment: expired, events: [sessionEvent('checkout.session.expired', expired)] };
};
