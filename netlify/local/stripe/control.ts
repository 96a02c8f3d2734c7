import { Hono } from 'hono';
import * as z from 'zod';
import { findTestCard } from './cards.ts';
import type { Deeds } from './deeds.ts';
import { OPENINGS } from './disputes.ts';
import { badRequest } from './errors.ts';
import { faultsSchema } from './faults.ts';
import { eventObject } from './objects/event.ts';
import { sessionObject } from './objects/session.ts';
import { pay, type Means } from './pay.ts';
import type { Services } from './services.ts';
import { DISPUTE_STATUSES } from './state.ts';

const id = z.string().min(1);

const payBody = z.strictObject({
  session: id,
  method: z.enum(['card', 'bank']).default('card'),
  card: z.string().default('4242424242424242'),
  settle: z.enum(['seconds', 'never', 'fail']).default('seconds'),
  email: z.email().default('parent@example.com'),
  name: z.string().nullable().default(null),
});

/** A payment may be named by any id that belongs to it: its session's, its charge's ... */
const paymentBody = z.strictObject({ session: id });

const discountBody = z.strictObject({ session: id, amount: z.int().min(1) });

const refundBody = z.strictObject({
  session: id,
  amount: z.int().min(1).nullable().default(null),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable().default(null),
});

const refundIdBody = z.strictObject({ id });
const disputeBody = z.strictObject({
  session: id,
  status: z.enum(OPENINGS).default('needs_response'),
});
const disputeUpdateBody = z.strictObject({ id, status: z.enum(DISPUTE_STATUSES) });
const settleBody = z.strictObject({ session: id, outcome: z.enum(['succeeded', 'failed']) });
const resendBody = z.strictObject({ event: id });

const readJson = async <Schema extends z.ZodType>(
  request: { text: () => Promise<string> },
  schema: Schema,
): Promise<z.infer<Schema>> => {
  const body = await request.text();
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw badRequest(z.prettifyError(parsed.error));
  return parsed.data;
};

const meansOf = ({ method, card: number, settle }: z.infer<typeof payBody>): Means => {
  if (method === 'bank') return { type: 'bank', plan: settle };
  const card = findTestCard(number);
  if (!card) throw badRequest('Your card number is invalid.', { code: 'invalid_number' });
  return { type: 'card', card, expiry: { month: 12, year: new Date().getFullYear() + 3 } };
};

/** The dashboard's deeds for tests and scripts, as JSON, and the faults to test against. */
export const controlRoutes = (services: Services, deeds: Deeds) => {
  const { faults, outbox, store } = services;
  return new Hono()
    .get('/faults', (context) => context.json(faults.get()))
    .put('/faults', async (context) => {
      faults.set(await readJson(context.req, faultsSchema));
      return context.json(faults.get());
    })
    .delete('/faults', (context) => {
      faults.set({});
      return context.json(faults.get());
    })
    .post('/flush', async (context) => context.json({ sent: await outbox.flush() }))
    .post('/pay', async (context) => {
      const body = await readJson(context.req, payBody);
      const buyer = { email: body.email, name: body.name };
      const payment = await pay(services, deeds.paymentOf(body.session), meansOf(body), buyer);
      return context.json(sessionObject(payment));
    })
    .post('/discount', async (context) => {
      const { session, amount } = await readJson(context.req, discountBody);
      return context.json(deeds.discount(session, amount));
    })
    .post('/refund', async (context) => {
      const { session, amount, reason } = await readJson(context.req, refundBody);
      return context.json(deeds.refund(session, { amount, reason, metadata: {} }));
    })
    .post('/refund/fail', async (context) =>
      context.json(deeds.failRefund((await readJson(context.req, refundIdBody)).id)),
    )
    .post('/dispute', async (context) => {
      const { session, status } = await readJson(context.req, disputeBody);
      return context.json(deeds.dispute(session, status));
    })
    .post('/dispute/update', async (context) => {
      const body = await readJson(context.req, disputeUpdateBody);
      return context.json(deeds.updateDispute(body.id, body.status));
    })
    .post('/warn', async (context) =>
      context.json(deeds.warn((await readJson(context.req, paymentBody)).session)),
    )
    .post('/settle', async (context) => {
      const { session, outcome } = await readJson(context.req, settleBody);
      return context.json(deeds.settle(session, outcome));
    })
    .post('/expire', async (context) =>
      context.json(deeds.expire((await readJson(context.req, paymentBody)).session)),
    )
    .post('/resend', async (context) =>
      context.json(await deeds.resend((await readJson(context.req, resendBody)).event)),
    )
    .get('/state', (context) => {
      const { payments, events } = store.state;
      const count = (status: string) => payments.filter((one) => one.status === status).length;
      return context.json({
        sessions: {
          open: count('open'),
          complete: count('complete'),
          expired: count('expired'),
        },
        refunds: payments.flatMap(({ refunds }) => refunds).length,
        disputes: payments.flatMap(({ disputes }) => disputes).length,
        events: events.map((record) => {
          const { held, deliveries, nextAttemptAtMs } = record;
          return Object.assign(eventObject(record), { held, deliveries, nextAttemptAtMs });
        }),
      });
    });
};
