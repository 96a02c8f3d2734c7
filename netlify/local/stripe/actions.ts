import * as z from 'zod';
import { checkFields } from '../kit/control.ts';
import { OPENINGS } from './dispute-statuses.ts';
import { findDispute, openDispute, updateDispute } from './disputes.ts';
import { noSuch } from './errors.ts';
import type { EventDrafts } from './outbox.ts';
import { cardOf, pay, settleBankDebit } from './pay.ts';
import { newPromotionCode, promotionTerms } from './promotion-codes.ts';
import { failRefund, refundPayment } from './refunds.ts';
import type { Services } from './services.ts';
import { expireSession } from './session.ts';
import { MANAGED_STATES, findPayment } from './state.ts';
import { discountSession, presentAbroad } from './totals.ts';

/** Checks the fields, acts, and returns the changed object. */
type Action = (fields: unknown) => Promise<object>;

const action =
  <Fields>(schema: z.ZodType<Fields>, act: (fields: Fields) => object | Promise<object>): Action =>
  async (fields) =>
    act(checkFields(schema, fields));

const id = z.string().min(1);
/** `session` can be any id of a payment: its session, its charge ... */
const payment = z.strictObject({ session: id });

const payFields = payment.extend({
  method: z.enum(['card', 'bank']).default('card'),
  card: z.string().default('4242424242424242'),
  email: z.email().default('parent@example.com'),
  name: z.string().nullable().default(null),
  /** Whether the buyer's bank is in the euro area. */
  abroad: z.boolean().default(false),
});

/** In minor units. A form without it sends an empty text, and a program null. */
const restOrAmount = z.preprocess(
  (given) => (given === '' || given === null ? undefined : given),
  z.coerce.number().int().min(1).optional(),
);

/** The actions of buyers, of owners in Stripe's dashboard, and of banks. */
export const createActions = (services: Services): Readonly<Record<string, Action>> => {
  const { state, save, outbox } = services;

  /** An action that changes the state and sends the shop its events. */
  const change = <Fields>(schema: z.ZodType<Fields>, make: (fields: Fields) => EventDrafts) =>
    action(schema, (fields) => {
      const drafts = make(fields);
      void outbox.publish(drafts);
      return drafts[0].object;
    });

  /** An action that changes settings, of which Stripe sends no event. */
  const set = <Fields extends object>(schema: z.ZodType<Fields>, settings: object) =>
    action(schema, (fields) => {
      Object.assign(settings, fields);
      save();
      return fields;
    });

  return {
    pay: action(payFields, async ({ session, method, card, abroad, ...buyer }) => {
      const paid = findPayment(state, session);
      if (abroad) presentAbroad(paid.session);
      await pay(services, paid, method === 'bank' ? 'bank debit' : cardOf(card), buyer);
      return paid.session;
    }),
    discount: action(payment.extend({ amount: z.int().min(1) }), ({ session, amount }) => {
      const discounted = findPayment(state, session);
      discountSession(discounted, amount);
      save();
      return discounted.session;
    }),
    /** The owner makes a promotion code in Stripe's dashboard, or makes one anew. */
    'promotion-code': action(promotionTerms, (terms) => {
      const made = newPromotionCode(terms);
      const others = state.promotionCodes.filter(({ object }) => object.code !== terms.code);
      state.promotionCodes = [...others, made];
      save();
      return made.object;
    }),
    expire: change(payment, ({ session }) => expireSession(findPayment(state, session).session)),
    settle: change(
      payment.extend({ outcome: z.enum(['succeeded', 'failed']) }),
      ({ session, outcome }) => settleBankDebit(findPayment(state, session), outcome),
    ),
    refund: change(payment.extend({ amount: restOrAmount }), ({ session, amount }) =>
      refundPayment(findPayment(state, session), amount),
    ),
    'refund/fail': change(z.strictObject({ id }), (refund) => failRefund(state, refund.id)),
    dispute: change(
      payment.extend({ status: z.enum(OPENINGS).default('needs_response') }),
      ({ session, status }) => openDispute(findPayment(state, session), status),
    ),
    'dispute/update': change(z.strictObject({ id, status: z.string() }), (dispute) =>
      updateDispute(findDispute(state, dispute.id), dispute.status),
    ),
    /** Stripe restricts an account like this while it waits for information from the owner. */
    account: set(z.strictObject({ charges_enabled: z.boolean() }), state.account),
    /** Without the address of the business, Stripe works out no tax. */
    'tax-settings': set(
      z.strictObject({ status: z.enum(['active', 'pending']) }),
      state.taxSettings,
    ),
    'managed-payments': set(z.strictObject({ managedPayments: z.enum(MANAGED_STATES) }), state),
    /** Sends the event again under its own id and waits for the answer. */
    resend: action(z.strictObject({ event: id }), async ({ event }) => {
      const record = state.events.find((one) => one.event.id === event);
      if (!record) throw noSuch('event', event);
      await outbox.send(record);
      return record.event;
    }),
  };
};
