import { findSessionId } from '#contract/order-number.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import type { Order } from '../orders/order.ts';
import type { Job } from '../platform/queue.ts';
import { brokenLinkPage, errorPage, noPurchasePage, noSessionPage } from './failure-pages.ts';

type ShowOrder = (order: Order) => Response | Promise<Response>;

/**
 * Returns the page about the order whose session id is in the URL. Calls `runJobs` with the jobs
 * that the lookup enqueued, because this folder may not import `jobs`. Never throws. If something
 * goes wrong, returns a page that explains it.
 */
export const pageForBuyer = async (
  request: Request,
  showOrder: ShowOrder,
  runJobs: (jobs: readonly Job[]) => void,
): Promise<Response> => {
  const parameter = new URL(request.url).searchParams.get('session_id');
  if (parameter === null) return noSessionPage();
  const sessionId = findSessionId(parameter);
  if (sessionId === null) return brokenLinkPage();
  try {
    const { order, jobs } = await lookUpOrder(sessionId);
    runJobs(jobs);
    return order ? await showOrder(order) : noPurchasePage();
  } catch (error) {
    return errorPage(error);
  }
};
