import type { Config } from '@netlify/functions';
import { salesQuery } from '#contract/sales.ts';
import { findSales } from '../domain/sales.ts';
import { fieldsOf, parseWith } from '../http/body.ts';
import { toSales } from '../http/sales-wire.ts';
import { catalogue } from '../services/catalogue.ts';
import { ownerRoute } from '../services/door.ts';
import { salesPorts } from '../services/sales.ts';

export default ownerRoute({
  GET: async (request) => {
    const { range } = parseWith(salesQuery, fieldsOf(new URL(request.url).searchParams));
    return Response.json(toSales(range, await findSales(salesPorts(), range), catalogue));
  },
});

export const config: Config = { path: '/api/admin/sales' };
