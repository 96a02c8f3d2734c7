import type { Config } from '@netlify/functions';
import { linkOrder } from '../downloads/links.ts';
import { closedPage, filesPage } from '../downloads/order-pages.ts';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import { route } from '../http/route.ts';
import { findOrder } from '../jobs/after-response.ts';
import { statusOf } from '../orders/order.ts';

export const config: Config = { path: ['/payment-success', '/guide-download'], method: 'POST' };

/**
 * The download page for browsers without JavaScript. A static page cannot read its query, but a form without an action
 * posts to the page's own address, query included.
 */
export default route(config, {
  POST: (request) =>
    pageForBuyer(request, findOrder, async (order) =>
      statusOf(order) === 'paid'
        ? filesPage(order, (await linkOrder(order)).files)
        : closedPage(order),
    ),
});
