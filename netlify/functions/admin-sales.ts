import type { Config } from '@netlify/functions';
import { salesQuery } from '#contract/admin-orders.ts';
import { readQuery } from '../http/body.ts';
import { serializeSales } from '../admin/serialize-sales.ts';
import { catalogue } from '../catalogue.ts';
import { ownerRoute } from '../admin/auth.ts';
import { findSales } from '../orders/redis-sums.ts';

export const config: Config = { path: '/api/admin/sales' };

export default ownerRoute(config, {
  GET: async (request) => {
    const { range } = readQuery(request, salesQuery);
    return Response.json(serializeSales(range, await findSales(range), catalogue));
  },
});
