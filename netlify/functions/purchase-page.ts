import type { Config } from '@netlify/functions';
import { linkOrderFiles } from '../downloads/download-links.ts';
import { closedPage, filesPage } from '../downloads/order-pages.ts';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';

const showOrder = async (order: Order): Promise<Response> => {
  if (statusOf(order) !== 'paid') return closedPage(order);
  const { files } = await linkOrderFiles(order);
  return filesPage(order, files);
};

export const config: Config = { path: ['/payment-success', '/guide-download'], method: 'POST' };

/**
 * The download page for browsers without JavaScript. Their static page cannot read its query. Its
 * form has no action, so the query is posted here.
 */
export default route(config, {
  POST: (request) => pageForBuyer(request, showOrder, runJobsInBackground),
});
