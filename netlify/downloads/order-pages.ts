import { html } from 'hono/html';
import { type DownloadFile, READY, textOf } from '#contract/orders.ts';
import { type Order, hasEmail } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { withdrawableUntil } from '../orders/withdrawal.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { orderWords } from '../shop/order-words.ts';
import { orderNumberParagraph, purchasePage, supportParagraph } from './page-parts.ts';

const downloadButton = ({ downloadUrl, fileName }: DownloadFile) =>
  html`<p><a class="button" href="${downloadUrl}">Download ${fileName}</a></p>`;

const withdrawalLink = (order: Order) =>
  html`<p>
    <a href="/api/withdraw?session_id=${order.sessionId}">Withdraw from this purchase</a>
  </p>`;

const noFilesPage = (order: Order): Response =>
  purchasePage({
    title: 'Download failed',
    status: 200,
    parts: ['No files available for download', orderNumberParagraph(order), supportParagraph()],
  });

export const filesPage = (order: Order, files: readonly DownloadFile[]): Response => {
  if (files.length === 0) return noFilesPage(order);
  const ready = textOf(orderWords().ready, hasEmail(order));
  return purchasePage({
    title: READY,
    status: 200,
    parts: [
      ...files.map(downloadButton),
      `${ready} These links work for ${LINK_LIFETIME_IN_HOURS} hours.`,
      orderNumberParagraph(order),
      html`<p><a href="/present#${order.productType}">Give it as a present</a></p>`,
      withdrawableUntil(order) === null ? null : withdrawalLink(order),
      supportParagraph(),
    ],
  });
};

export const closedPage = (order: Order): Response => {
  const status = statusOf(order);
  const closed = orderWords()[status];
  return purchasePage({
    title: closed.heading,
    status: status === 'pending' ? 200 : 403,
    parts: [textOf(closed, hasEmail(order)), orderNumberParagraph(order), supportParagraph()],
  });
};
