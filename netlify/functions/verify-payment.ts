import type { Config } from '@netlify/functions';
import { type VerifyPaymentResponse, verifyPaymentRequest } from '#contract/orders.ts';
import { linkOrder } from '../downloads/order-files.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { readJson } from '../http/body.ts';
import { dateOf } from '../mail/receipt.ts';
import { logError } from '../http/log.ts';
import { route } from '../http/route.ts';
import { serializeOrder } from '../orders/orders.ts';
import { limitFlood } from '../http/limits.ts';
import { withdrawableUntil } from '../orders/withdraw.ts';

export const config: Config = { path: '/api/verify-payment' };

export default route(config, {
  POST: async (request) => {
    const { sessionId, files: wantsFiles } = await readJson(request, verifyPaymentRequest);
    limitFlood(request);
    const order = await lookUpOrder(sessionId);
    if (!order) {
      return Response.json({ status: 'unpaid', order: null } satisfies VerifyPaymentResponse);
    }
    // Without links, the page asks for each file.
    const links =
      wantsFiles && order.status === 'paid' ? await linkOrder(order).catch(logError) : undefined;
    const { status } = order;
    const withdrawable = withdrawableUntil(order);
    return Response.json({
      status,
      order: serializeOrder(order),
      ...links,
      ...(withdrawable !== null && { withdrawable: dateOf(withdrawable) }),
    } satisfies VerifyPaymentResponse);
  },
});
