import type { Config } from '@netlify/functions';
import * as z from 'zod/mini';
import type { OrdersResponse } from '#contract/orders.ts';
import { readQuery } from '../http/query.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { statusOf } from '../orders/status.ts';
import { sessionIdSchema } from '../stripe/session.ts';

const ordersQuery = z.strictObject({ session_id: sessionIdSchema });

export const config: Config = { path: '/api/orders' };

export default route(config, {
  GET: async (request) => {
    const { session_id: sessionId } = readQuery(request, ordersQuery);
    const { order, jobs } = await lookUpOrder(sessionId);
    runJobsInBackground(jobs);
    const isPaid = order !== null && statusOf(order) === 'paid';
    const response: OrdersResponse = { order: isPaid ? serializeOrder(order) : null };
    return Response.json(response);
  },
});
