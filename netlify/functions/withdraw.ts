import type { Config } from '@netlify/functions';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import { type Shop, closedPage } from '../downloads/purchase-pages.ts';
import { askPage, donePage, refusedPage } from '../downloads/withdraw-pages.ts';
import { route } from '../http/route.ts';
import { withdraw } from '../mail/withdrawal.ts';
import type { Order } from '../orders/orders.ts';
import { withdrawableUntil } from '../orders/withdraw.ts';

type Answer = (shop: Shop, order: Order, until: string) => Response | Promise<Response>;

/** Answers by `open` where the buyer can withdraw, and else with why they can't. */
const answerBy =
  (open: Answer) =>
  (request: Request): Promise<Response> =>
    pageForBuyer(request, (shop, order) => {
      if (order.withdrawnAt !== null) return donePage(shop, order, order.withdrawnAt);
      if (order.status !== 'paid') return closedPage(shop, order);
      const until = withdrawableUntil(order);
      return until === null ? refusedPage(shop, order) : open(shop, order, until);
    });

export const config: Config = { path: '/api/withdraw' };

/** A GET changes nothing, since mail scanners follow every link. */
export default route(config, {
  GET: answerBy(askPage),
  POST: answerBy(async (shop, order) => donePage(shop, order, await withdraw(order))),
});
