import type { Config } from '@netlify/functions';
import { exportQuery } from '#contract/admin-orders.ts';
import { ownerRoute } from '../admin/auth.ts';
import { ordersCsv } from '../admin/orders-csv.ts';
import { readQuery } from '../http/body.ts';
import { contentDisposition } from '../http/headers.ts';
import { begun, streamOf } from '../http/stream.ts';

export const config: Config = { path: '/api/admin/orders.csv' };

/**
 * The orders of a month or a year as a CSV file. Netlify ends a streamed answer at 20 MB, some 150,000 orders
 * (docs.netlify.com/build/functions/configuration).
 */
export default ownerRoute(config, {
  GET: async (request) => {
    const { period } = readQuery(request, exportQuery);
    return new Response(streamOf(await begun(ordersCsv(period))), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': contentDisposition(`orders-${period}.csv`),
      },
    });
  },
});
