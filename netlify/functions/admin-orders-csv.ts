import type { Config } from '@netlify/functions';
import { exportQuery } from '#contract/admin-orders.ts';
import { exportOrders } from '../admin/export-orders.ts';
import { readQuery } from '../http/body.ts';
import { contentDisposition } from '../http/headers.ts';
import { csvOf } from '../admin/orders-csv.ts';
import { begun, streamOf } from '../http/stream.ts';
import { catalogue } from '../catalogue.ts';
import { ownerRoute } from '../admin/auth.ts';

export const config: Config = { path: '/api/admin/orders.csv' };

/**
 * The orders as a CSV file. Netlify ends a streamed answer at 20 MB (docs.netlify.com/build/functions/configuration), some
 * 150,000 orders, so the owner's page offers more of them year by year.
 */
export default ownerRoute(config, {
  GET: async (request) => {
    const { from, to } = readQuery(request, exportQuery);
    const orders = exportOrders({ from, to });
    const name = ['orders', from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-');
    return new Response(streamOf(await begun(csvOf(orders, catalogue))), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': contentDisposition(`${name}.csv`),
      },
    });
  },
});
