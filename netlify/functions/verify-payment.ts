import type { Config } from '@netlify/functions';
import { type VerifyPaymentResponse, verifyPaymentRequest } from '#contract/orders.ts';
import { linkOrder } from '../downloads/order-files.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { readJson } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { route } from '../http/route.ts';
import { serializeOrder } from '../orders/orders.ts';
import { callerOf } from '../http/rate-limiter.ts';

export const config: Config = { path: '/api/verify-payment' };

export default route(config, {
  POST: async (request) => {
    const { sessionId, files: wantsFiles } = await readJson(request, verifyPaymentRequest);
    const caller = await callerOf('verify-payment', request);
    const order = await lookUpOrder(caller, sessionId);
    if (!order) {
      return Response.json({ status: 'unpaid', order: null } satisfies VerifyPaymentResponse);
    }
    // The page asks for each file where this fails.
    const links =
      wantsFiles && order.status === 'paid' ? await linkOrder(order).catch(logError) : undefined;
    const { status } = order;
    return Response.json({
      status,
      order: serializeOrder(order),
      ...links,
    } satisfies VerifyPaymentResponse);
  },
});
