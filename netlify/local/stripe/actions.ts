import * as z from 'zod';
import { checkFields } from '../kit/faults.ts';
import { OPENINGS, failRefund, openDispute, refundPayment, updateDispute } from './after-sale.ts';
import { stripeError } from './errors.ts';
import type { EventDrafts } from './outbox.ts';
import { cardOf, pay, settleBankDebit } from './pay.ts';
import { newPromotionCode, presentAbroad, promotionTerms } from './totals.ts';
import type { Services } from './services.ts';
import { expireSession } from './session.ts';
import { findPayment } from './state.ts';

/** Checks the fields, acts, and returns the changed object. */
type Action = (fields: unknown) => Promise<object>;

/** `session` can be any id of a payment: its session, its charge ... */
const payment = z.strictObject({ session: z.string() });

const payFields = payment.extend({
  method: z.enum(['card', 'bank']).default('card'),
  card: z.string().default('4242424242424242'),
  email: z.email().default('parent@example.com'),
  name: z.string().nullable().default(null),
  /** Whether the buyer's bank is in the euro area. */
  abroad: z.boolean().default(false),
});

/** In minor units. For the whole rest a form sends an empty text, and a program null or nothing. */
const amount = z.preprocess(
  (given) => given || undefined,
  z.coerce.number().int().min(1).optional(),
);

/** The actions of buyers, of owners in Stripe's dashboard, and of banks. */
export const createActions = (services: Services): Readonly<Record<string, Action>> => {
  const { state, save, outbox } = services;

  /** `act` returns the changed object, or the events about it. */
  const action =
    <Fields>(
      schema: z.ZodType<Fields>,
      act: (fields: Fields) => object | EventDrafts | Promise<object>,
    ): Action =>
    async (fields) => {
      const changed = await act(checkFields(schema, fields));
      if (!Array.isArray(changed)) save();
      else void outbox.publish(changed);
      return Array.isArray(changed) ? changed[0].object : changed;
    };

  return {
    pay: action(payFields, async ({ session: id, method, card, abroad, ...buyer }) => {
      const paid = findPayment(state, id);
      if (abroad) presentAbroad(paid.session);
      await pay(services, paid, method === 'bank' ? 'bank debit' : cardOf(card), buyer);
      return paid.session;
    }),
    'promotion-code': action(promotionTerms, (terms) => {
      const made = newPromotionCode(terms);
      state.promotionCodes.push(made);
      return made;
    }),
    expire: action(payment, ({ session: id }) => expireSession(findPayment(state, id).session)),
    settle: action(
      payment.extend({ outcome: z.enum(['succeeded', 'failed']) }),
      ({ session: id, outcome }) => settleBankDebit(findPayment(state, id), outcome),
    ),
    refund: action(payment.extend({ amount }), ({ session: id, ...refund }) =>
      refundPayment(findPayment(state, id), refund.amount),
    ),
    'refund/fail': action(z.strictObject({ id: z.string() }), ({ id }) => failRefund(state, id)),
    dispute: action(
      payment.extend({ status: z.enum(OPENINGS).default('needs_response') }),
      ({ session: id, status }) => openDispute(findPayment(state, id), status),
    ),
    'dispute/update': action(
      z.strictObject({ id: z.string(), status: z.string() }),
      ({ id, status }) => updateDispute(state, id, status),
    ),
    /** Stripe restricts an account like this while it waits for information from the owner. */
    account: action(z.strictObject({ charges_enabled: z.boolean() }), (fields) =>
      Object.assign(state.account, fields),
    ),
    /** Without the address of the business, Stripe works out no tax. */
    'tax-settings': action(z.strictObject({ status: z.enum(['active', 'pending']) }), (fields) =>
      Object.assign(state.taxSettings, fields),
    ),
    /** Sends the event again under its own id and waits for the answer. */
    resend: action(z.strictObject({ event: z.string() }), async ({ event: id }) => {
      const record = state.events.find(({ event }) => event.id === id);
      if (!record) throw stripeError(404, `No such event: '${id}'`);
      await outbox.send(record);
      return record.event;
    }),
  };
};
