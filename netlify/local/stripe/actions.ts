import * as z from 'zod';
import { goodCard } from './checkout/cards.ts';
import { readMethod } from './checkout/form.ts';
import { expireSession } from './checkout/session.ts';
import { pay, settleBankDebit } from './checkout/pay.ts';
import { openDispute, updateDispute, warnOfFraud } from './disputes.ts';
import { badRequest, noSuch } from './errors.ts';
import { presentAbroad } from './totals.ts';
import { OPENINGS } from './objects/dispute.ts';
import { findPayment } from './payment.ts';
import { discountSession, newPromotionCode } from './promotion-codes.ts';
import { REFUND_REASONS, failRefund, refundPayment } from './refunds.ts';
import { type EventDrafts, type Services, commit } from './services.ts';
import { MANAGED_STATES, type State } from './state.ts';

/** Checks the fields, acts, and returns the changed object. */
type Action = (services: Services, fields: unknown) => Promise<object>;

const action =
  <Fields>(
    schema: z.ZodType<Fields>,
    act: (services: Services, fields: Fields) => object | Promise<object>,
  ): Action =>
  async (services, fields) => {
    const parsed = schema.safeParse(fields);
    if (!parsed.success) throw badRequest(z.prettifyError(parsed.error));
    return act(services, parsed.data);
  };

/** An action that changes the state and sends the shop its events. */
const change = <Fields>(
  schema: z.ZodType<Fields>,
  make: (state: State, fields: Fields) => EventDrafts,
): Action =>
  action(schema, (services, fields) => {
    const drafts = make(services.store.state, fields);
    commit(services, drafts);
    return drafts[0].object;
  });

const id = z.string().min(1);
/** `session` can be any id of a payment: its session, its charge ... */
const payment = z.strictObject({ session: id });

const payFields = payment.extend({
  method: z.enum(['card', 'bank']).default('card'),
  card: z.string().default('4242424242424242'),
  settle: z.enum(['seconds', 'never', 'fail']).default('seconds'),
  email: z.email().default('parent@example.com'),
  name: z.string().nullable().default(null),
  /** Whether the buyer's bank is in the euro area. */
  abroad: z.boolean().default(false),
});

const promotionCode = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9-]+$/),
  percentOff: z.int().min(1).max(100),
  active: z.boolean().optional(),
  maxRedemptions: z.int().min(1).optional(),
  minimumAmount: z.int().min(1).optional(),
});

/** The actions of buyers, of owners in Stripe's dashboard, and of banks. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  pay: action(payFields, async (services, fields) => {
    const paid = findPayment(services.store.state, fields.session);
    const method = readMethod({ ...fields, ...goodCard(fields.card) });
    if (typeof method === 'string') throw badRequest(method);
    if (fields.abroad) presentAbroad(paid.session);
    await pay(services, paid, method, fields);
    return paid.session;
  }),
  discount: action(payment.extend({ amount: z.int().min(1) }), (services, { session, amount }) => {
    const discounted = findPayment(services.store.state, session);
    discountSession(discounted, amount);
    commit(services, []);
    return discounted.session;
  }),
  /** The owner makes a promotion code in Stripe's dashboard, or makes one anew. */
  'promotion-code': action(promotionCode, ({ store }, fields) => {
    const made = newPromotionCode(fields);
    const others = store.state.promotionCodes.filter(({ object }) => object.code !== fields.code);
    store.state.promotionCodes = [...others, made];
    store.save();
    return made.object;
  }),
  expire: change(payment, (state, { session }) =>
    expireSession(findPayment(state, session).session),
  ),
  settle: change(
    payment.extend({ outcome: z.enum(['succeeded', 'failed']) }),
    (state, { session, outcome }) => settleBankDebit(state, session, outcome),
  ),
  refund: change(
    payment.extend({ amount: z.int().min(1).nullish(), reason: z.enum(REFUND_REASONS).nullish() }),
    (state, { session, ...options }) => refundPayment(state, session, options),
  ),
  'refund/fail': change(z.strictObject({ id }), (state, refund) => failRefund(state, refund.id)),
  dispute: change(
    payment.extend({ status: z.enum(OPENINGS).default('needs_response') }),
    (state, { session, status }) => openDispute(state, session, status),
  ),
  'dispute/update': change(z.strictObject({ id, status: z.string() }), (state, dispute) =>
    updateDispute(state, dispute.id, dispute.status),
  ),
  /** Stripe restricts an account like this while it waits for information from the owner. */
  account: action(
    z.strictObject({ charges_enabled: z.boolean(), payouts_enabled: z.boolean() }).partial(),
    ({ store }, fields) => {
      Object.assign(store.state.account, fields);
      store.save();
      return store.state.account;
    },
  ),
  /** Without the address of the business, Stripe works out no tax. */
  'tax-settings': action(
    z.strictObject({ status: z.enum(['active', 'pending']) }),
    ({ store }, fields) => {
      Object.assign(store.state.taxSettings, fields);
      store.save();
      return store.state.taxSettings;
    },
  ),
  'managed-payments': action(
    z.strictObject({ managedPayments: z.enum(MANAGED_STATES) }),
    ({ store }, fields) => {
      Object.assign(store.state, fields);
      store.save();
      return fields;
    },
  ),
  warn: change(payment, (state, { session }) => warnOfFraud(state, session)),
  /** Sends the event again under its own id and waits for the answer. */
  resend: action(z.strictObject({ event: id }), async ({ store, outbox }, { event }) => {
    const record = store.state.events.find((one) => one.event.id === event);
    if (!record) throw noSuch('event', event);
    record.held = false;
    await outbox.send(record);
    return record.event;
  }),
};
