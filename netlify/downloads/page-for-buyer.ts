import { findSessionId } from '#contract/order-number.ts';
import type { Order } from '../orders/order.ts';
import { brokenLinkPage, errorPage, noPurchasePage, noSessionPage } from './failure-pages.ts';

/** Never throws: a page explains what went wrong. */
export const pageForBuyer = async (
  request: Request,
  findOrder: (sessionId: string) => Promise<Order | null>,
  showOrder: (order: Order) => Response | Promise<Response>,
): Promise<Response> => {
  const parameter = new URL(request.url).searchParams.get('session_id');
  if (parameter === null) return noSessionPage();
  const sessionId = findSessionId(parameter);
  if (sessionId === null) return brokenLinkPage();
  try {
    const order = await findOrder(sessionId);
    return order ? await showOrder(order) : noPurchasePage();
  } catch (error) {
    return errorPage(error);
  }
};
