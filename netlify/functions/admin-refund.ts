import type { Config } from '@netlify/functions';
import { type OrderDetail, refundRequest } from '#contract/admin-orders.ts';
import { ownerRoute } from '../admin/auth.ts';
import { orderOfPath } from '../admin/order-queries.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { limitShared } from '../http/rate-limiter.ts';
import { refundOrder, refundableIn } from '../orders/refund.ts';

export const config: Config = { path: '/api/admin/orders/:number/refund' };

export default ownerRoute(config, {
  /** Refunds an order at Stripe, whole or in part. */
  POST: async (request, { number }) => {
    const asked = await readJson(request, refundRequest);
    const { order } = await orderOfPath(number);
    if (asked.refunded !== order.refundedInCents) {
      throw new Problem('precondition_failed', 'This order has changed. Look at it again first.');
    }
    if (asked.amount > refundableIn(order)) {
      throw new Problem('refund_refused', 'The order has less than that to refund.');
    }
    await limitShared('owner', ['owner-refunds']);
    const refusal = await refundOrder(order, asked);
    if (refusal !== null) throw new Problem('refund_refused', refusal);
    return Response.json(serializeDetail(await orderOfPath(number)) satisfies OrderDetail);
  },
});
