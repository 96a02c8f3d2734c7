import generated from '#generated';
import { html } from 'hono/html';
import { findSessionId, orderName, orderReference } from '#contract/order-number.ts';
import {
  type DownloadFile,
  NO_PURCHASE,
  NO_SESSION,
  READY,
  UNVERIFIED,
  textOf,
} from '#contract/orders.ts';
import { logError } from '../platform/current-request.ts';
import { pageResponse, problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { type Order, hasEmail, statusOf, withdrawableUntil } from '../orders/order.ts';
import { sendsMail } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { LINK_LIFETIME_IN_HOURS, numberOf, orderWords } from '../shop/words.ts';

export const nameOf = ({ sessionId }: Order) =>
  html`<p>
    <strong>${orderName(numberOf(sessionId))}</strong><br />
    <small>Payment ending in …${orderReference(sessionId)}</small>
  </p>`;

export const writeToUs = () => {
  const { supportEmail: address } = generated;
  return html`<p>Write to us: <a href="mailto:${address}">${address}</a></p>`;
};

const link = ({ downloadUrl, fileName }: DownloadFile) =>
  html`<p><a class="button" href="${downloadUrl}">Download ${fileName}</a></p>`;

export const filesPage = (order: Order, files: readonly DownloadFile[]): Response => {
  if (files.length === 0) {
    const words = html`<p>No files available for download</p>`;
    return pageResponse('Download failed', html`${words}${nameOf(order)}${writeToUs()}`);
  }
  return pageResponse(
    READY,
    html`${files.map(link)}
      <p>
        ${textOf(orderWords().ready, hasEmail(order))} These links work for
        ${LINK_LIFETIME_IN_HOURS} hours.
      </p>
      ${nameOf(order)}
      <p><a href="/present#${order.productType}">Give it as a present</a></p>
      ${withdrawableUntil(order) !== null && html`<p><a href="/api/withdraw?session_id=${order.sessionId}">Withdraw from this purchase</a></p>`}
      ${writeToUs()}`,
  );
};

/** Links to find-purchase even if no email is sent: that page gives the address to write to. */
const brokenLinkPage = (): Response => {
  const { heading, text } = orderWords().brokenLink;
  return pageResponse(
    heading,
    html`<p>${text}</p>
      <p><a href="/find-purchase">Find your purchase</a></p>`,
    { status: 403 },
  );
};

const lostLink = () =>
  sendsMail() &&
  html`<p>Lost the link to an order? <a href="/find-purchase">Find your purchase</a>.</p>`;

const deniedPage = ({ heading, text }: typeof NO_SESSION | typeof NO_PURCHASE): Response =>
  pageResponse(
    heading,
    html`<p>${text}</p>
      ${lostLink()}`,
    { status: 403 },
  );

/** The page of an order without files, which says why. */
export const closedPage = (order: Order): Response => {
  const status = statusOf(order);
  const words = orderWords()[status];
  return pageResponse(
    words.heading,
    html`<p>${textOf(words, hasEmail(order))}</p>
      ${nameOf(order)}${writeToUs()}`,
    { status: status === 'pending' ? 200 : 403 },
  );
};

const unverifiedPage = (): Response =>
  pageResponse(
    UNVERIFIED.heading,
    html`<p>${UNVERIFIED.text}</p>
      ${writeToUs()}${lostLink()}`,
    { status: 503 },
  );

/** The words for when a service that the page needs fails. */
const FAILURES: Readonly<Record<string, readonly [title: string, words: string]>> = {
  guides: [
    'Download failed',
    'Your order is safe, but we can’t reach the files right now. Try again in a minute.',
  ],
  orders: ['That didn’t work', 'We couldn’t save that. Please try again in a minute.'],
};

const failed = (error: unknown): Response => {
  if (error instanceof Problem && error.code === 'rate_limited') {
    return problemPage(error, 'One moment, please', html`<p>${error.message}</p>`);
  }
  logError(error);
  const [title, words] = (error instanceof Unavailable && FAILURES[error.service]) || [];
  if (title === undefined) return unverifiedPage();
  return pageResponse(title, html`<p>${words}</p>`, { status: 503 });
};

/** Answers with a page on the order that the address names, or with one that says why there is none. Never throws. */
export const pageForBuyer = async (
  request: Request,
  findOrder: (sessionId: string) => Promise<Order | null>,
  show: (order: Order) => Response | Promise<Response>,
): Promise<Response> => {
  const given = new URL(request.url).searchParams.get('session_id');
  if (given === null) return deniedPage(NO_SESSION);
  const sessionId = findSessionId(given);
  if (sessionId === null) return brokenLinkPage();
  try {
    const order = await findOrder(sessionId);
    return order ? await show(order) : deniedPage(NO_PURCHASE);
  } catch (error) {
    return failed(error);
  }
};
