import type { Config } from '@netlify/functions';
import { closedStateOf } from '../downloads/access.ts';
import { linkOrderFiles } from '../downloads/download-links.ts';
import { rememberWaitingBuyer } from '../downloads/missing-files.ts';
import { filesPage, pageWithoutFiles } from '../downloads/order-pages.ts';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import { logError } from '../http/log.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import type { Order } from '../orders/order.ts';
import { refundDueOn } from '../orders/withdrawal.ts';

const showOrder = async (order: Order): Promise<Response> => {
  const closed = closedStateOf(order);
  if (closed !== null) return pageWithoutFiles(order, closed);
  const { files, missing } = await linkOrderFiles(order);
  await rememberWaitingBuyer(order, missing).catch(logError);
  const isPreparing = files.length === 0 && refundDueOn(order) === null;
  return isPreparing ? pageWithoutFiles(order, 'preparing') : filesPage(order, files, missing);
};

export const config: Config = { path: ['/payment-success', '/guide-download'], method: 'POST' };

/**
 * The download page for browsers without JavaScript. The static page cannot read its query, but its
 * form has no action, so the browser posts to the same URL.
 */
export default route(config, {
  POST: (request) => pageForBuyer(request, showOrder, runJobsInBackground),
});
