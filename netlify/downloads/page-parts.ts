import generated from '#generated';
import { html } from 'hono/html';
import { orderName, orderReference } from '#contract/order-number.ts';
import { type Html, pageResponse } from '../http/page.ts';
import type { Order } from '../orders/order.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { orderNumberOf } from '../shop/order-number.ts';

/** A string becomes a paragraph. null is omitted. */
type PagePart = Html | string | null;

export const purchasePage = ({
  title,
  status,
  parts,
}: {
  readonly title: string;
  readonly status: number;
  readonly parts: readonly PagePart[];
}): Response => {
  const content = parts.map((part) => (typeof part === 'string' ? html`<p>${part}</p>` : part));
  return pageResponse(title, html`${content}`, { status });
};

export const orderNumberParagraph = ({ sessionId }: Order): Html =>
  html`<p>
    <strong>${orderName(orderNumberOf(sessionId))}</strong><br />
    <small>Reference …${orderReference(sessionId)}</small>
  </p>`;

export const supportParagraph = (): Html => {
  const { supportEmail } = generated;
  return html`<p>Write to us: <a href="mailto:${supportEmail}">${supportEmail}</a></p>`;
};

export const lostLinkParagraph = (): Html | null =>
  sendsMail()
    ? html`<p>Lost the link to an order? <a href="/find-purchase">Find your purchase</a>.</p>`
    : null;
