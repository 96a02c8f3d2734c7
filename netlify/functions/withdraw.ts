import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { closedPage, nameOf, pageForBuyer, writeToUs } from '../downloads/purchase-pages.ts';
import { pageResponse } from '../http/page.ts';
import { route } from '../http/route.ts';
import { findOrder, runAfterAnswer } from '../jobs/after-answer.ts';
import { noteWithdrawal } from '../orders/notes.ts';
import {
  type Order,
  hasEmail,
  statusOf,
  unrefundedIn,
  withdrawableUntil,
  withdrawalDays,
} from '../orders/order.ts';
import { ownerAddress, sendsMail } from '../platform/env.ts';
import type { Job } from '../platform/queue.ts';
import { catalogue, productName } from '../shop/catalogue.ts';
import { amountPaid, dateOf, timeOf } from '../shop/words.ts';

const TITLE = 'Withdraw from this purchase';
const MONEY = 'Your money goes back the way you paid, within 14 days at the latest.';
const CONFIRMED_BY_EMAIL = 'We’ll email a confirmation to the address you used at checkout.';

const purchase = (order: Order) =>
  html`<p><strong>${productName(order.productType)}</strong>, ${amountPaid(order)}</p>
    ${nameOf(order)}`;

/** Asks once more. `until` is the last day, as in "2026-12-08". */
const askPage = (order: Order, until: string): Response =>
  pageResponse(
    TITLE,
    html`${purchase(order)}
      <p>
        You can withdraw until ${dateOf(until)}, without giving a reason. ${MONEY} This order’s
        files are closed then.
      </p>
      ${hasEmail(order) && html`<p>${CONFIRMED_BY_EMAIL}</p>`}
      <form method="post"><button class="button">Confirm withdrawal</button></form>
      <p>
        <a href="/guide-download?session_id=${order.sessionId}"
          >Keep it, and go back to your files</a
        >
      </p>`,
  );

/** `at`: when the buyer withdrew, in Unix seconds. */
const donePage = (order: Order, at: number): Response =>
  pageResponse(
    'You’ve withdrawn',
    html`<p role="status">You withdrew from this purchase on <strong>${timeOf(at)}</strong>.</p>
      ${purchase(order)}
      <p>${MONEY} Then this order’s files are closed. Please delete your copies.</p>
      <p>
        ${hasEmail(order) ? CONFIRMED_BY_EMAIL : 'Print or save this page as your confirmation.'}
      </p>
      ${writeToUs()}`,
  );

const whyNot = (order: Order): string => {
  if (!catalogue.checkout?.withdrawal) return 'To withdraw from this purchase, please write to us.';
  return unrefundedIn(order) === 0
    ? 'There’s nothing left to refund on this order.'
    : `You could withdraw for ${withdrawalDays()} days after you paid, and they’re over. If something isn’t right, tell us.`;
};

const refusedPage = (order: Order): Response =>
  pageResponse(
    TITLE,
    html`<p>${whyNot(order)}</p>
      ${purchase(order)}${writeToUs()}`,
    { status: 403 },
  );

type Answer = (order: Order, until: string) => Response | Promise<Response>;

/** Calls `open` if the buyer can withdraw. Otherwise returns a page that says why not. */
const answerBy =
  (open: Answer) =>
  (request: Request): Promise<Response> =>
    pageForBuyer(request, findOrder, (order) => {
      if (order.withdrawnAt !== null) return donePage(order, order.withdrawnAt);
      if (statusOf(order) !== 'paid') return closedPage(order);
      const until = withdrawableUntil(order);
      return until === null ? refusedPage(order) : open(order, until);
    });

/** The jobs run after the answer: the confirmation to the buyer, and the owner's alert. */
const withdraw = async (order: Order): Promise<number> => {
  const { sessionId } = order;
  const jobs: Job[] = [
    ...(sendsMail() ? [`withdrawal:${sessionId}` as const] : []),
    ...(ownerAddress() === null ? [] : [`alert:withdrawal/${sessionId}` as const]),
  ];
  const at = await noteWithdrawal(order, jobs);
  runAfterAnswer(jobs);
  return at;
};

export const config: Config = { path: '/api/withdraw' };

/** A GET changes nothing, since mail scanners follow every link. */
export default route(config, {
  GET: answerBy(askPage),
  POST: answerBy(async (order) => donePage(order, await withdraw(order))),
});
