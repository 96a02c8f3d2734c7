import type { Config } from '@netlify/functions';
import { type VerifyPaymentResponse, verifyPaymentRequest } from '#contract/orders.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { readJson } from '../http/body.ts';
import { route } from '../http/route.ts';
import { serializeOrder } from '../orders/orders.ts';
import { catalogue } from '../catalogue.ts';
import { callerOf, orderPorts } from '../services.ts';

export default route({
  POST: async (request) => {
    const { sessionId } = await readJson(request, verifyPaymentRequest);
    const caller = callerOf('verify-payment', request);
    const order = await lookUpOrder(orderPorts(), caller, sessionId);
    const answer: VerifyPaymentResponse = order
      ? { status: order.status, order: serializeOrder(order, catalogue) }
      : { status: 'unpaid', order: null };
    return Response.json(answer);
  },
});

export const config: Config = { path: '/api/verify-payment' };
