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
import { logError } from '../http/log.ts';
import { pageResponse, problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { type Order, hasEmail, statusOf, withdrawableUntil } from '../orders/order.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { orderWords } from '../shop/order-words.ts';

export const nameOf = ({ sessionId }: Order) =>
  html`<p>
    <strong>${orderName(orderNumberOf(sessionId))}</strong><br />
    <small>Payment ending in …${orderReference(sessionId)}</small>
  </p>`;

export const writeToUs = () => {
  const { supportEmail: address } = generated;
  return html`<p>Write to us: <a href="mailto:${address}">${address}</a></p>`;
};

/** A page about a purchase. A text is a paragraph. */
export const purchasePage = (
  title: string,
  status: number,
  ...parts: readonly (ReturnType<typeof html> | string | false)[]
): Response => {
  const content = parts.map((part) => (typeof part === 'string' ? html`<p>${part}</p>` : part));
  return pageResponse(title, html`${content}`, { status });
};

const link = ({ downloadUrl, fileName }: DownloadFile) =>
  html`<p><a class="button" href="${downloadUrl}">Download ${fileName}</a></p>`;

export const filesPage = (order: Order, files: readonly DownloadFile[]): Response => {
  if (files.length === 0) {
    const words = 'No files available for download';
    return purchasePage('Download failed', 200, words, nameOf(order), writeToUs());
  }
  return purchasePage(
    READY,
    200,
    ...files.map(link),
    `${textOf(orderWords().ready, hasEmail(order))} These links work for ${LINK_LIFETIME_IN_HOURS} hours.`,
    nameOf(order),
    html`<p><a href="/present#${order.productType}">Give it as a present</a></p>`,
    withdrawableUntil(order) !== null &&
      html`<p>
        <a href="/api/withdraw?session_id=${order.sessionId}">Withdraw from this purchase</a>
      </p>`,
    writeToUs(),
  );
};

const lostLink = () =>
  sendsMail() &&
  html`<p>Lost the link to an order? <a href="/find-purchase">Find your purchase</a>.</p>`;

const deniedPage = ({ heading, text }: typeof NO_SESSION | typeof NO_PURCHASE): Response =>
  purchasePage(heading, 403, text, lostLink());

/** Links to find-purchase even if no email is sent: that page gives the address to write to. */
const brokenLinkPage = (): Response => {
  const { heading, text } = orderWords().brokenLink;
  return purchasePage(
    heading,
    403,
    text,
    html`<p><a href="/find-purchase">Find your purchase</a></p>`,
  );
};

/** The page of an order without files, which says why. */
export const closedPage = (order: Order): Response => {
  const status = statusOf(order);
  const words = orderWords()[status];
  const text = textOf(words, hasEmail(order));
  const code = status === 'pending' ? 200 : 403;
  return purchasePage(words.heading, code, text, nameOf(order), writeToUs());
};

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
  const [title, words = ''] = (error instanceof Unavailable && FAILURES[error.service]) || [];
  if (title !== undefined) return purchasePage(title, 503, words);
  return purchasePage(UNVERIFIED.heading, 503, UNVERIFIED.text, writeToUs(), lostLink());
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
