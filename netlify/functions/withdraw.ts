import type { Config } from '@netlify/functions';
import { pageWithoutFiles } from '../downloads/order-pages.ts';
import { pageForBuyer } from '../downloads/page-for-buyer.ts';
import {
  confirmWithdrawalPage,
  withdrawnPage,
  notWithdrawablePage,
} from '../downloads/withdrawal-pages.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { noteWithdrawal } from '../orders/notes.ts';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { withdrawableUntil } from '../orders/withdrawal.ts';
import { ownerAddress, sendsMail } from '../platform/mail-policy.ts';
import type { Job } from '../platform/queue.ts';

type HandleWithdrawable = (order: Order, lastDay: string) => Response | Promise<Response>;

/** If the buyer cannot withdraw, returns a page that explains why. */
const ifWithdrawable = (request: Request, handle: HandleWithdrawable): Promise<Response> => {
  const showOrder = (order: Order): Response | Promise<Response> => {
    if (order.withdrawnAt !== null) return withdrawnPage(order, order.withdrawnAt);
    const status = statusOf(order);
    if (status !== 'paid') return pageWithoutFiles(order, status);
    const lastDay = withdrawableUntil(order);
    return lastDay === null ? notWithdrawablePage(order) : handle(order, lastDay);
  };
  return pageForBuyer(request, showOrder, runJobsInBackground);
};

const withdraw = async (order: Order): Promise<Response> => {
  const jobs: Job[] = [];
  if (sendsMail()) jobs.push(`withdrawal:${order.sessionId}`);
  if (ownerAddress() !== null) jobs.push(`alert:withdrawal/${order.sessionId}`);
  const withdrawnAt = await noteWithdrawal(order, jobs);
  runJobsInBackground(jobs);
  return withdrawnPage(order, withdrawnAt);
};

export const config: Config = { path: '/api/withdraw' };

/** A GET changes nothing, because mail scanners follow every link. */
export default route(config, {
  GET: (request) => ifWithdrawable(request, confirmWithdrawalPage),
  POST: (request) => ifWithdrawable(request, withdraw),
});
