import { Hono } from 'hono';
import * as z from 'zod';
import { noSuch } from '../errors.ts';
import { chargeObject } from '../objects/charge.ts';
import { checkExpand } from '../objects/expand.ts';
import { intentObject } from '../objects/intent.ts';
import type { Services } from '../services.ts';
import { findPayment } from '../store.ts';
import { paramsOf, type CallEnv } from './call.ts';
import { checkParams, expandParam } from './params.ts';

const retrieveParams = z.strictObject({
  expand: expandParam,
  client_secret: z.string().optional(),
});

export const intentRoutes = ({ store: { state } }: Services) =>
  new Hono<CallEnv>().get('/:id', async (context) => {
    const { expand } = checkParams(retrieveParams, await paramsOf(context));
    const id = context.req.param('id');
    const payment = findPayment(state, id);
    if (payment?.intent?.id !== id) throw noSuch('payment_intent', id, 'intent');
    return context.json(intentObject(payment, payment.intent, checkExpand(expand, 'intent')));
  });

export const chargeRoutes = ({ store: { state } }: Services) =>
  new Hono<CallEnv>().get('/:id', async (context) => {
    const { expand } = checkParams(retrieveParams, await paramsOf(context));
    const id = context.req.param('id');
    const payment = findPayment(state, id);
    const attempt = payment?.attempts.find((candidate) => candidate.id === id);
    if (!payment || !attempt) throw noSuch('charge', id);
    return context.json(chargeObject(payment, attempt, checkExpand(expand, 'charge')));
  });
