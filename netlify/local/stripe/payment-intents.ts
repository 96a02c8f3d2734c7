import * as z from 'zod';
import type { ApiRouter } from './api-router.ts';
import { declineError, markFailed, markSucceeded, newCharge, newIntent } from './attempts.ts';
import { SETTLEMENT_DELAY_IN_MS, publishLater } from './bank-delay.ts';
import { openDispute } from './disputes.ts';
import { findStripeObject } from './errors.ts';
import type { EventDraft } from './events.ts';
import { expandCharge } from './expand.ts';
import type { Charge } from './objects.ts';
import type { Services } from './services.ts';
import { type DirectPayment, allTransactions, findTransaction } from './state.ts';
import { TEST_PAYMENT_METHOD_NAMES, findTestPaymentMethod } from './test-payment-methods.ts';
import { checkTotal } from './totals.ts';

/** Supports only payments that are confirmed immediately with a test payment method. */
const newIntentParams = z.strictObject({
  amount: z.coerce.number().int(),
  currency: z.literal('usd'),
  confirm: z.literal('true'),
  metadata: z.record(z.string(), z.string()).default({}),
  payment_method: z.enum(TEST_PAYMENT_METHOD_NAMES),
  allowed_payment_method_types: z.tuple([z.enum(['card', 'us_bank_account'])]),
  /** The buyer's consent to a bank debit. */
  mandate_data: z
    .strictObject({
      customer_acceptance: z.strictObject({
        type: z.literal('online'),
        online: z.strictObject({ ip_address: z.string(), user_agent: z.string() }),
      }),
    })
    .optional(),
});

const NO_BUYER = { email: null, name: null };

export const addPaymentIntentRoutes = ({ get, post }: ApiRouter, services: Services): void => {
  const { state, webhooks } = services;

  post('/payment_intents', newIntentParams, (params) => {
    const { amount, currency, metadata } = params;
    const { card, later, doRefundsFail = false } = findTestPaymentMethod(params.payment_method);
    checkTotal(amount, currency);
    const intent = newIntent(amount, currency, metadata);
    const charge = newCharge(intent, card ?? 'bank debit', NO_BUYER);
    const payment: DirectPayment = { intent, charge, refunds: [], disputes: [], doRefundsFail };
    state.directPayments.push(payment);
    const attempt = { intent, charge };
    const created: EventDraft = { type: 'payment_intent.created', object: intent };
    if (card?.effect === 'is declined') {
      void webhooks.publish([created, ...markFailed(attempt)]);
      throw declineError();
    }
    if (card) {
      void webhooks.publish([created, ...markSucceeded(attempt)]);
    } else {
      intent.status = 'processing';
      void webhooks.publish([created, { type: 'charge.pending', object: charge }]);
    }
    if (later === 'dispute') publishLater(services, () => openDispute(payment, 'needs_response'));
    if (later === 'inquiry') {
      publishLater(services, () => openDispute(payment, 'warning_needs_response'));
    }
    if (later === 'settlement') {
      publishLater(services, () => markSucceeded(attempt), SETTLEMENT_DELAY_IN_MS);
    }
    return intent;
  });

  get('/payment_intents/:id', z.strictObject({}), (_, { id }) => {
    const intents = allTransactions(state)
      .map(({ intent }) => intent)
      .filter((intent) => intent !== null);
    return findStripeObject(intents, id, 'payment_intent');
  });

  const chargeParams = z.strictObject({ expand: z.tuple([z.literal('refunds')]).optional() });

  get('/charges/:id', chargeParams, ({ expand }, { id }): Charge => {
    const { charge, refunds } = findTransaction(state, id, 'charge');
    const found = findStripeObject(charge ? [charge] : [], id, 'charge');
    return expand ? expandCharge(found, refunds) : found;
  });
};
