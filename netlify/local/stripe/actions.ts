import * as z from 'zod';
import { checkFields } from '../shared/check-fields.ts';
import { INITIAL_DISPUTE_STATUSES } from './dispute-status.ts';
import { openDispute, updateDispute } from './disputes.ts';
import { stripeError } from './errors.ts';
import type { EventDrafts } from './events.ts';
import { paySession, settleBankDebit } from './pay.ts';
import { createPromotionCode, promotionCodeFields } from './promotion-codes.ts';
import { failRefund, refundPayment } from './refunds.ts';
import type { Services } from './services.ts';
import { expireSession } from './session.ts';
import { findPayment } from './state.ts';
import { findTestCard } from './test-cards.ts';
import { presentInEuros } from './totals.ts';

export type ControlAction = (fields: unknown) => Promise<object>;

/** `session` may also be the id of the payment intent, the charge, a refund or a dispute. */
const paymentFields = z.strictObject({ session: z.string() });

const payFields = paymentFields.extend({
  method: z.enum(['card', 'bank']).default('card'),
  card: z.string().default('4242424242424242'),
  email: z.email().default('parent@example.com'),
  name: z.string().nullable().default(null),
  /** Whether the buyer is in the euro area. */
  abroad: z.boolean().default(false),
});

/**
 * In minor units. For a full refund, a form sends an empty string, and a program omits the amount.
 */
const refundAmount = z.preprocess(
  (amount) => amount || undefined,
  z.coerce.number().int().min(1).optional(),
);

export const createControlActions = (
  services: Services,
): Readonly<Record<string, ControlAction>> => {
  const { state, save, webhooks } = services;

  /** For a change without events, or one that publishes its events itself. */
  const savingAction =
    <Fields>(
      schema: z.ZodType<Fields>,
      change: (fields: Fields) => object | Promise<object>,
    ): ControlAction =>
    async (fields) => {
      const changed = await change(checkFields(schema, fields));
      save();
      return changed;
    };

  /** For a change that returns its events. Publishing the events also saves the state. */
  const publishingAction =
    <Fields>(schema: z.ZodType<Fields>, change: (fields: Fields) => EventDrafts): ControlAction =>
    async (fields) => {
      const drafts = change(checkFields(schema, fields));
      void webhooks.publish(drafts);
      return drafts[0].object;
    };

  return {
    pay: savingAction(payFields, async ({ session: id, method, card, abroad, email, name }) => {
      const payment = findPayment(state, id);
      if (abroad) presentInEuros(payment.session);
      const paymentMethod = method === 'bank' ? 'bank debit' : findTestCard(card);
      await paySession(services, payment, paymentMethod, { email, name });
      return payment.session;
    }),
    expire: publishingAction(paymentFields, ({ session: id }) =>
      expireSession(findPayment(state, id).session),
    ),
    settle: publishingAction(
      paymentFields.extend({ outcome: z.enum(['succeeded', 'failed']) }),
      ({ session: id, outcome }) => settleBankDebit(findPayment(state, id), outcome),
    ),
    refund: publishingAction(
      paymentFields.extend({ amount: refundAmount }),
      ({ session: id, amount }) => refundPayment(findPayment(state, id), amount),
    ),
    'refund/fail': publishingAction(z.strictObject({ id: z.string() }), ({ id }) =>
      failRefund(state, id),
    ),
    dispute: publishingAction(
      paymentFields.extend({ status: z.enum(INITIAL_DISPUTE_STATUSES).default('needs_response') }),
      ({ session: id, status }) => openDispute(findPayment(state, id), status),
    ),
    'dispute/update': publishingAction(
      z.strictObject({ id: z.string(), status: z.string() }),
      ({ id, status }) => updateDispute(state, id, status),
    ),
    'promotion-code': savingAction(promotionCodeFields, (fields) => {
      const promotionCode = createPromotionCode(fields);
      state.promotionCodes.push(promotionCode);
      return promotionCode;
    }),
    /** Stripe disables charges while it waits for information from the owner. */
    account: savingAction(z.strictObject({ charges_enabled: z.boolean() }), (fields) =>
      Object.assign(state.account, fields),
    ),
    /** Stripe calculates no tax until it has the address of the business. */
    'tax-settings': savingAction(
      z.strictObject({ status: z.enum(['active', 'pending']) }),
      (fields) => Object.assign(state.taxSettings, fields),
    ),
    resend: savingAction(z.strictObject({ event: z.string() }), async ({ event: id }) => {
      const record = state.events.find(({ event }) => event.id === id);
      if (!record) throw stripeError(404, `No such event: '${id}'`);
      await webhooks.deliver(record);
      return record.event;
    }),
  };
};
