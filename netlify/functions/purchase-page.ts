import type { Config } from '@netlify/functions';
import { linkOrderFiles } from '../downloads/download-links.ts';
import { closedPage, filesPage } from '../downloads/order-pages.ts';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import { route } from '../http/route.ts';
import { runJobsAfterResponse } from '../jobs/after-response.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';

export const config: Config = { path: ['/payment-success', '/guide-download'], method: 'POST' };

/** Looks up the order, and starts the jobs that follow, such as its receipt. */
const findOrder = async (sessionId: string): Promise<Order | null> => {
  const { order, jobs } = await lookUpOrder(sessionId);
  runJobsAfterResponse(jobs);
  return order;
};

/**
 * The download page for browsers without JavaScript. A static page cannot read its query, but a form without an action
 * posts to the page's own address, query included.
 */
export default route(config, {
  POST: (request) =>
    pageForBuyer(request, findOrder, async (order) =>
      statusOf(order) === 'paid'
        ? filesPage(order, (await linkOrderFiles(order)).files)
        : closedPage(order),
    ),
});
