import { html } from 'hono/html';
import {
  BROKEN_LINK,
  NO_PURCHASE,
  NO_SESSION,
  UNVERIFIED,
  endedOrder,
} from '#contract/ended-orders.ts';
import { orderReference } from '#contract/order-number.ts';
import type { DownloadFile } from '#contract/orders.ts';
import { pageResponse } from '../http/page.ts';
import { numberOf } from '../shop/words.ts';
import { type Order, statusOf } from '../orders/order.ts';
import { withdrawableUntil } from '../orders/withdraw.ts';

export type Shop = { readonly sendsMail: boolean; readonly supportEmail: string };

export const nameOf = ({ sessionId }: Order) =>
  html`<p>
    Order number: <strong>${numberOf(sessionId)}</strong>
    <small>…${orderReference(sessionId)}</small>
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
    order.productType === 'bundle' ? 'Your Guides are Ready!' : 'Your Guide is Ready!',
    html`${files.map(link)}
      <p>
        These links work for a day. Keep the address of this page: it opens your files again
        whenever you need them.
        ${shop.sendsMail && html`We’ve also emailed it to you. If you lose both, <a href="/find-purchase">find your purchase</a>.`}
      </p>
      ${nameOf(order)}
      ${withdrawableUntil(order) !== null && html`<p><a href="/api/withdraw?session_id=${order.sessionId}">Withdraw from this purchase</a></p>`}`,
  );
};

const pendingPage = (order: Order): Response =>
  pageResponse(
    'Your payment is on its way',
    html`<p>Your payment is still processing. Your bank hasn’t confirmed it yet.</p>
      <p>Reload this page in a few minutes.</p>
      ${nameOf(order)}`,
  );

/** Links to find-purchase even where no email is sent: that page says where to write. */
export const brokenLinkPage = (): Response =>
  pageResponse(
    BROKEN_LINK.heading,
    html`<p>${BROKEN_LINK.words}</p>
      <p><a href="/find-purchase">Find your purchase</a></p>`,
    { status: 403 },
  );

const lostLink = ({ sendsMail }: Shop) =>
  sendsMail &&
  html`<p>Lost the link to an order? <a href="/find-purchase">Find your purchase</a>.</p>`;

export const deniedPage = (shop: Shop, lacks: 'session' | 'order'): Response => {
  const { heading, words } = lacks === 'session' ? NO_SESSION : NO_PURCHASE;
  return pageResponse(
    heading,
    html`<p>${words}</p>
      ${lostLink(shop)}`,
    { status: 403 },
  );
};

/** The page of an order without files, which says why. */
export const closedPage = (shop: Shop, order: Order): Response => {
  const status = statusOf(order);
  if (status === 'pending') return pendingPage(order);
  const ended = endedOrder(status);
  if (!ended) return deniedPage(shop, 'order');
  return pageResponse(
    ended.heading,
    html`<p>${ended.words}</p>
      ${nameOf(order)}${writeToUs(shop)}`,
    { status: 403 },
  );
};

export const unverifiedPage = (shop: Shop): Response =>
  pageResponse(
    UNVERIFIED.heading,
    html`<p>${UNVERIFIED.words}</p>
      ${writeToUs(shop)}${lostLink(shop)}`,
    { status: 503 },
  );
