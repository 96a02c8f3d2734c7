import type { Config } from '@netlify/functions';
import { type DisputeResponse, type OrderDetail, evidenceRequest } from '#contract/admin-orders.ts';
import { ownerRoute } from '../admin/auth.ts';
import { readDispute, sendEvidence } from '../admin/dispute-answer.ts';
import { orderOfPath } from '../admin/order-queries.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { readJson } from '../http/body.ts';

export const config: Config = { path: '/api/admin/orders/:number/dispute' };

export default ownerRoute(config, {
  GET: async (_, { number }) =>
    Response.json((await readDispute(await orderOfPath(number))) satisfies DisputeResponse),
  /** Sends the evidence to the buyer's bank. */
  POST: async (request, { number }) => {
    const { dispute } = await readJson(request, evidenceRequest);
    await sendEvidence(await orderOfPath(number), dispute);
    return Response.json(serializeDetail(await orderOfPath(number)) satisfies OrderDetail);
  },
});
