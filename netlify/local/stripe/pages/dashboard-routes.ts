import { Hono, type Context } from 'hono';
import * as z from 'zod';
import type { Deeds } from '../deeds.ts';
import { OPENINGS } from '../disputes.ts';
import { parseForm } from '../form.ts';
import { StripeError, badRequest } from '../errors.ts';
import { parseAmount } from '../money.ts';
import type { Services } from '../services.ts';
import { DISPUTE_STATUSES } from '../state.ts';
import { dashboardPage } from './dashboard-page.ts';
import { pageHeaders } from './page-headers.ts';

const paymentForm = z.object({ payment: z.string() });
const refundForm = z.object({ payment: z.string(), amount: z.string().optional() });
const disputeForm = z.object({ payment: z.string(), status: z.enum(OPENINGS) });
const disputeUpdateForm = z.object({ dispute: z.string(), status: z.enum(DISPUTE_STATUSES) });
const settleForm = z.object({ payment: z.string(), outcome: z.enum(['succeeded', 'failed']) });
const resendForm = z.object({ event: z.string() });

const readForm = async <Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.infer<Schema>> => {
  const parsed = schema.safeParse(parseForm(await context.req.text()));
  if (!parsed.success) throw badRequest('The form was incomplete.');
  return parsed.data;
};

const home = (context: Context) => context.redirect('/', 303);

export const dashboardRoutes = ({ store }: Services, deeds: Deeds) => {
  const amountOf = (payment: string, typed: string | undefined) => {
    if (typed === undefined) return null;
    const amount = parseAmount(typed, deeds.paymentOf(payment).currency);
    if (amount === null) throw badRequest('Type the amount like this: 2.00');
    return amount;
  };

  const app = new Hono()
    .use(pageHeaders)
    .get('/', (context) => context.html(dashboardPage(store.state, null)))
    .post('/dashboard/refund', async (context) => {
      const { payment, amount } = await readForm(context, refundForm);
      deeds.refund(payment, { amount: amountOf(payment, amount), reason: null, metadata: {} });
      return home(context);
    })
    .post('/dashboard/dispute', async (context) => {
      const { payment, status } = await readForm(context, disputeForm);
      deeds.dispute(payment, status);
      return home(context);
    })
    .post('/dashboard/dispute/update', async (context) => {
      const { dispute, status } = await readForm(context, disputeUpdateForm);
      deeds.updateDispute(dispute, status);
      return home(context);
    })
    .post('/dashboard/warn', async (context) => {
      deeds.warn((await readForm(context, paymentForm)).payment);
      return home(context);
    })
    .post('/dashboard/settle', async (context) => {
      const { payment, outcome } = await readForm(context, settleForm);
      deeds.settle(payment, outcome);
      return home(context);
    })
    .post('/dashboard/expire', async (context) => {
      deeds.expire((await readForm(context, paymentForm)).payment);
      return home(context);
    })
    .post('/dashboard/resend', async (context) => {
      await deeds.resend((await readForm(context, resendForm)).event);
      return home(context);
    });

  app.onError((error, context) => {
    if (!(error instanceof StripeError)) throw error;
    return context.html(dashboardPage(store.state, error.message), 422);
  });
  return app;
};
