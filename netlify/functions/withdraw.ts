import type { Config } from '@netlify/functions';
import { closedPage } from '../downloads/order-pages.ts';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import {
  confirmWithdrawalPage,
  withdrawnPage,
  notWithdrawablePage,
} from '../downloads/withdrawal-pages.ts';
import { route } from '../http/route.ts';
import { runJobsAfterResponse } from '../jobs/after-response.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { noteWithdrawal } from '../orders/notes.ts';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { withdrawableUntil } from '../orders/withdrawal.ts';
import { ownerAddress, sendsMail } from '../platform/mail-policy.ts';
import type { Job } from '../platform/queue.ts';

type Answer = (order: Order, until: string) => Response | Promise<Response>;

/** Looks up the order, and starts the jobs that follow, such as its receipt. */
const findOrder = async (sessionId: string): Promise<Order | null> => {
  const { order, jobs } = await lookUpOrder(sessionId);
  runJobsAfterResponse(jobs);
  return order;
};

/** Calls `open` if the buyer can withdraw. Otherwise returns a page that says why not. */
const answerBy =
  (open: Answer) =>
  (request: Request): Promise<Response> =>
    pageForBuyer(request, findOrder, (order) => {
      if (order.withdrawnAt !== null) return withdrawnPage(order, order.withdrawnAt);
      if (statusOf(order) !== 'paid') return closedPage(order);
      const until = withdrawableUntil(order);
      return until === null ? notWithdrawablePage(order) : open(order, until);
    });

/** The jobs run after the answer: the confirmation to the buyer, and the owner's alert. */
const withdraw = async (order: Order): Promise<number> => {
  const { sessionId } = order;
  const jobs: Job[] = [
    ...(sendsMail() ? [`withdrawal:${sessionId}` as const] : []),
    ...(ownerAddress() === null ? [] : [`alert:withdrawal/${sessionId}` as const]),
  ];
  const at = await noteWithdrawal(order, jobs);
  runJobsAfterResponse(jobs);
  return at;
};

export const config: Config = { path: '/api/withdraw' };

/** A GET changes nothing, since mail scanners follow every link. */
export default route(config, {
  GET: answerBy(confirmWithdrawalPage),
  POST: answerBy(async (order) => withdrawnPage(order, await withdraw(order))),
});
