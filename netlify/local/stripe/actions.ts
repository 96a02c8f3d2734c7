import * as z from 'zod';
import { checkFields } from '../kit/control.ts';
import { goodCard, readMethod } from './checkout/form.ts';
import { expireSession } from './checkout/session.ts';
import { pay, settleBankDebit } from './checkout/pay.ts';
import { findDispute, openDispute, updateDispute } from './disputes.ts';
import { noSuch } from './errors.ts';
import { presentAbroad } from './totals.ts';
import { OPENINGS } from './objects/dispute.ts';
import { findPayment } from './payment.ts';
import { discountSession, newPromotionCode, promotionTerms } from './promotion-codes.ts';
import { REFUND_REASONS, failRefund, refundPayment } from './refunds.ts';
import { type EventDrafts, type Services, commit } from './services.ts';
import { MANAGED_STATES } from './state.ts';

/** Checks the fields, acts, and returns the changed object. */
type Action = (fields: unknown) => Promise<object>;
export type Actions = Readonly<Record<string, Action>>;

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

const outcome = z.enum(['succeeded', 'failed']);
const refundFields = payment.extend({
  amount: z.int().min(1).nullish(),
  reason: z.enum(REFUND_REASONS).nullish(),
});

/** The actions of buyers, of owners in Stripe's dashboard, and of banks. */
export const createActions = (services: Services): Actions => {
  const { store, outbox } = services;
  const { state, save } = store;

  /** An action that changes the state and sends the shop its events. */
  const change = <Fields>(schema: z.ZodType<Fields>, make: (fields: Fields) => EventDrafts) =>
    action(schema, (fields) => {
      const drafts = make(fields);
      commit(services, drafts);
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
    pay: action(payFields, async (fields) => {
      const paid = findPayment(state, fields.session);
      const method = readMethod({ ...fields, ...goodCard(fields.card) });
      if (fields.abroad) presentAbroad(paid.session);
      await pay(services, paid, method, fields);
      return paid.session;
    }),
    discount: action(payment.extend({ amount: z.int().min(1) }), ({ session, amount }) => {
      const discounted = findPayment(state, session);
      discountSession(discounted, amount);
      save();
      return discounted.session;
    }),
    /** The owner makes a promotion code in Stripe's dashboard, or makes one anew. */
    'promotion-code': action(promotionTerms, (fields) => {
      const made = newPromotionCode(fields);
      const others = state.promotionCodes.filter(({ object }) => object.code !== fields.code);
      state.promotionCodes = [...others, made];
      save();
      return made.object;
    }),
    expire: change(payment, ({ session }) => expireSession(findPayment(state, session).session)),
    settle: change(payment.extend({ outcome }), (fields) =>
      settleBankDebit(findPayment(state, fields.session), fields.outcome),
    ),
    refund: change(refundFields, ({ session, ...options }) =>
      refundPayment(findPayment(state, session), options),
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
    account: set(
      z.strictObject({ charges_enabled: z.boolean(), payouts_enabled: z.boolean() }).partial(),
      state.account,
    ),
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
