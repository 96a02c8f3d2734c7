import { html } from 'hono/html';
import type { Product } from '#contract/catalog.ts';
import { formatFileSize } from '#contract/format-file.ts';
import { type DownloadFile, READY, stillPreparing, textOf } from '#contract/orders.ts';
import type { Html } from '../http/page.ts';
import { type Order, hasEmail } from '../orders/order.ts';
import { refundDueOn, withdrawableUntil } from '../orders/withdrawal.ts';
import { productName } from '../shop/catalog.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { type ClosedState, orderWords } from '../shop/order-words.ts';
import { orderNumberParagraph, purchasePage, supportParagraph } from './page-parts.ts';

const downloadButton = ({ downloadUrl, fileName }: DownloadFile) =>
  html`<p><a class="button" href="${downloadUrl}">Download ${fileName}</a></p>`;

/** For another version of a guide, or a file that comes with it. */
const otherFileLink = ({ downloadUrl, fileName, label, size }: DownloadFile) =>
  html`<p>
    ${label}: <a href="${downloadUrl}">Download ${fileName}</a> (${formatFileSize(size)})
  </p>`;

const withdrawalLink = (order: Order) =>
  html`<p>
    <a href="/api/withdraw?session_id=${order.sessionId}">Withdraw from this purchase</a>
  </p>`;

const giftLink = ({ productType }: Order) =>
  html`<p><a href="/present#${productType}">Give it as a gift</a></p>`;

const boughtProduct = ({ productType }: Order): Html =>
  html`<p><strong>${productName(productType)}</strong></p>`;

const LINK_LIFETIME = `The download links on this page work for ${LINK_LIFETIME_IN_HOURS} hours. Come back here for new ones.`;

/** `missing` lists the products whose files are not uploaded yet. */
export const filesPage = (
  order: Order,
  files: readonly DownloadFile[],
  missing: readonly Product[],
): Response => {
  const { ready, withdrawn } = orderWords();
  const isWithdrawn = refundDueOn(order) !== null;
  const text = textOf(isWithdrawn ? withdrawn : ready, hasEmail(order));
  const missingNames = missing.map(({ name }) => name);
  return purchasePage({
    title: isWithdrawn ? withdrawn.heading : READY,
    status: 200,
    parts: [
      ...files.filter(({ isExtra }) => !isExtra).map(downloadButton),
      ...files.filter(({ isExtra }) => isExtra).map(otherFileLink),
      isWithdrawn || missing.length === 0 ? null : stillPreparing(missingNames, hasEmail(order)),
      files.length === 0 ? text : `${text} ${LINK_LIFETIME}`,
      orderNumberParagraph(order),
      isWithdrawn ? null : giftLink(order),
      withdrawableUntil(order) === null ? null : withdrawalLink(order),
      supportParagraph(),
    ],
  });
};

/** 'preparing': the order is paid, and its files are not uploaded yet. */
type StateWithoutFiles = ClosedState | 'preparing';

/** In these states, the buyer may still get the files later. */
const IS_TEMPORARY: ReadonlySet<StateWithoutFiles> = new Set(['pending', 'preparing']);

/** Explains why the order gives no access to files. */
export const pageWithoutFiles = (order: Order, state: StateWithoutFiles): Response => {
  const words = orderWords()[state];
  return purchasePage({
    title: words.heading,
    status: IS_TEMPORARY.has(state) ? 200 : 403,
    parts: [
      boughtProduct(order),
      textOf(words, hasEmail(order)),
      orderNumberParagraph(order),
      withdrawableUntil(order) === null ? null : withdrawalLink(order),
      supportParagraph(),
    ],
  });
};
