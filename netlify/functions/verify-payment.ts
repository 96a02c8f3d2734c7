import type { Config } from '@netlify/functions';
import { type VerifyPaymentResponse, verifyPaymentRequest } from '#contract/orders.ts';
import { lookUpOrder } from '../domain/lookup.ts';
import { readJson } from '../http/body.ts';
import { route } from '../http/route.ts';
import { toWire } from '../http/wire.ts';
import { catalogue } from '../services/catalogue.ts';
import { callerOf } from '../services/gate.ts';
import { orderPorts } from '../services/orders.ts';

export default route({
  POST: async (request) => {
    const { sessionId } = await readJson(request, verifyPaymentRequest);
    const caller = callerOf('verify-payment', request);
    const order = await lookUpOrder(orderPorts(), caller, sessionId);
    const answer: VerifyPaymentResponse = order
      ? { status: order.status, order: toWire(order, catalogue) }
      : { status: 'unpaid', order: null };
    return Response.json(answer);
  },
});

export const config: Config = { path: '/api/verify-payment' };
