import { html } from 'hono/html';
import { orderName, orderReference } from '#contract/order-number.ts';
import { NO_PURCHASE, NO_SESSION, READY, UNVERIFIED, textOf } from '#contract/order-words.ts';
import type { DownloadFile } from '#contract/orders.ts';
import { pageResponse } from '../http/page.ts';
import { numberOf, orderWords } from '../shop/words.ts';
import { hasEmail, type Order, statusOf, withdrawableUntil } from '../orders/order.ts';
import { TICKET_LIFETIME_IN_HOURS } from './tickets.ts';

export type Shop = { readonly sendsMail: boolean; readonly supportEmail: string };

export const nameOf = ({ sessionId }: Order) =>
  html`<p>
    <strong>${orderName(numberOf(sessionId))}</strong><br />
    <small>Payment ending in …${orderReference(sessionId)}</small>
  </p>`;

export const writeToUs = ({ supportEmail }: Shop) =>
  html`<p>Write to us: <a href="mailto:${supportEmail}">${supportEmail}</a></p>`;

const link = ({ downloadUrl, fileName }: DownloadFile) =>
  html`<p><a class="button" href="${downloadUrl}">Download ${fileName}</a></p>`;

export const filesPage = (shop: Shop, order: Order, files: readonly DownloadFile[]): Response => {
  if (files.length === 0) {
    const words = html`<p>No files available for download</p>`;
    return pageResponse('Download failed', html`${words}${nameOf(order)}${writeToUs(shop)}`);
  }
  return pageResponse(
    READY,
    html`${files.map(link)}
      <p>
        ${textOf(orderWords().ready, hasEmail(order))} These links work for
        ${TICKET_LIFETIME_IN_HOURS} hours.
      </p>
      ${nameOf(order)}
      <p><a href="/present#${order.productType}">Give it as a present</a></p>
      ${withdrawableUntil(order) !== null && html`<p><a href="/api/withdraw?session_id=${order.sessionId}">Withdraw from this purchase</a></p>`}
      ${writeToUs(shop)}`,
  );
};

/** Links to find-purchase even if no email is sent: that page gives the address to write to. */
export const brokenLinkPage = (): Response => {
  const { heading, text } = orderWords().brokenLink;
  const find = html`<p><a href="/find-purchase">Find your purchase</a></p>`;
  return pageResponse(
    heading,
    html`<p>${text}</p>
      ${find}`,
    { status: 403 },
  );
};

const lostLink = ({ sendsMail }: Shop) =>
  sendsMail &&
  html`<p>Lost the link to an order? <a href="/find-purchase">Find your purchase</a>.</p>`;

export const deniedPage = (shop: Shop, lacks: 'session' | 'order'): Response => {
  const { heading, text } = lacks === 'session' ? NO_SESSION : NO_PURCHASE;
  return pageResponse(
    heading,
    html`<p>${text}</p>
      ${lostLink(shop)}`,
    { status: 403 },
  );
};

/** The page of an order without files, which says why. */
export const closedPage = (shop: Shop, order: Order): Response => {
  const status = statusOf(order);
  const words = orderWords()[status];
  return pageResponse(
    words.heading,
    html`<p>${textOf(words, hasEmail(order))}</p>
      ${nameOf(order)}${writeToUs(shop)}`,
    { status: status === 'pending' ? 200 : 403 },
  );
};

export const unverifiedPage = (shop: Shop): Response =>
  pageResponse(
    UNVERIFIED.heading,
    html`<p>${UNVERIFIED.text}</p>
      ${writeToUs(shop)}${lostLink(shop)}`,
    { status: 503 },
  );
