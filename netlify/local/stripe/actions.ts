import * as z from 'zod';
import { findTestCard } from './checkout/cards.ts';
import { discountSession, expireSession } from './checkout/change-session.ts';
import type { PaymentMethod } from './checkout/charge.ts';
import { pay, settleBankDebit } from './checkout/pay.ts';
import { OPENINGS, openDispute, updateDispute, warnOfFraud } from './disputes.ts';
import { badRequest, noSuch } from './errors.ts';
import { findPayment } from './payment.ts';
import { REFUND_REASONS, failRefund, refundPayment } from './refunds.ts';
import { type EventDrafts, type Services, commit } from './services.ts';
import { DISPUTE_STATUSES } from './state.ts';

/** Checks the fields, acts, and answers the object that has changed. */
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

const committed = (services: Services, drafts: EventDrafts) => {
  commit(services, drafts);
  return drafts[0].object;
};

const id = z.string().min(1);
/** A payment may be named by any id that belongs to it: its session's, its charge's ... */
const payment = { session: id };

const payFields = z.strictObject({
  ...payment,
  method: z.enum(['card', 'bank']).default('card'),
  card: z.string().default('4242424242424242'),
  settle: z.enum(['seconds', 'never', 'fail']).default('seconds'),
  email: z.email().default('parent@example.com'),
  name: z.string().nullable().default(null),
});

const methodOf = ({ method, card: number, settle }: z.infer<typeof payFields>): PaymentMethod => {
  if (method === 'bank') return { type: 'bank', plan: settle };
  const card = findTestCard(number);
  if (!card) throw badRequest('Your card number is invalid.', { code: 'invalid_number' });
  return { type: 'card', card, expiry: { month: 12, year: new Date().getFullYear() + 3 } };
};

/**
 * What a buyer does, an owner in Stripe's dashboard, or a bank by itself. What cannot be done
 * throws a StripeError.
 */
export const ACTIONS: Readonly<Record<string, Action>> = {
  pay: action(payFields, async (services, fields) => {
    const paying = findPayment(services.store.state, fields.session);
    await pay(services, paying, methodOf(fields), fields);
    return paying.session;
  }),

  discount: action(
    z.strictObject({ ...payment, amount: z.int().min(1) }),
    (services, { session, amount }) => {
      const discounted = findPayment(services.store.state, session);
      discountSession(discounted, amount);
      commit(services, []);
      return discounted.session;
    },
  ),

  expire: action(z.strictObject(payment), (services, { session }) =>
    committed(services, expireSession(findPayment(services.store.state, session).session)),
  ),

  settle: action(
    z.strictObject({ ...payment, outcome: z.enum(['succeeded', 'failed']) }),
    (services, { session, outcome }) => {
      const { state } = services.store;
      return committed(services, settleBankDebit(state, findPayment(state, session), outcome));
    },
  ),

  refund: action(
    z.strictObject({
      ...payment,
      amount: z.int().nullish(),
      reason: z.enum(REFUND_REASONS).nullish(),
    }),
    (services, { session, ...options }) => {
      const { state } = services.store;
      return committed(services, refundPayment(state, findPayment(state, session), options));
    },
  ),

  'refund/fail': action(z.strictObject({ id }), (services, refund) =>
    committed(services, failRefund(services.store.state, refund.id)),
  ),

  dispute: action(
    z.strictObject({ ...payment, status: z.enum(OPENINGS).default('needs_response') }),
    (services, { session, status }) => {
      const { state } = services.store;
      return committed(services, openDispute(state, findPayment(state, session), status));
    },
  ),

  'dispute/update': action(
    z.strictObject({ id, status: z.enum(DISPUTE_STATUSES) }),
    (services, dispute) =>
      committed(services, updateDispute(services.store.state, dispute.id, dispute.status)),
  ),

  warn: action(z.strictObject(payment), (services, { session }) => {
    const { state } = services.store;
    return committed(services, warnOfFraud(state, findPayment(state, session)));
  }),

  /** Sends the event again under its own id and waits for the answer. */
  resend: action(z.strictObject({ event: id }), async (services, { event }) => {
    const record = services.store.state.events.find((one) => one.event.id === event);
    if (!record) throw noSuch('event', event);
    record.held = false;
    await services.outbox.send(record);
    return record.event;
  }),
};
