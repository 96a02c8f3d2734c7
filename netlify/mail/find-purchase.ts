import { orderName } from '#contract/order-number.ts';
import generated from '#generated';
import { html } from 'hono/html';
import { closedStateOf } from '../downloads/access.ts';
import type { Order } from '../orders/order.ts';
import { productName } from '../shop/catalog.ts';
import { dayOf, formatDay } from '../shop/dates.ts';
import { downloadLink } from '../shop/links.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { reasonClosed } from '../shop/order-words.ts';
import type { Message } from './message.ts';
import { type FormattedText, fillTemplate } from './template.ts';

/** Email clients cut off longer emails. */
export const MAX_LISTED_ORDERS = 50;

const MORE_ORDERS =
  'You have older orders than these. Reply to this email, tell us which one you’re missing, and we’ll find it.';

const hasLink = (order: Order): boolean => closedStateOf(order) === null;

const listedOrders = (orders: readonly Order[]): Order[] =>
  orders.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, MAX_LISTED_ORDERS);

const listItem = (order: Order): { text: string; html: ReturnType<typeof html> } => {
  const closed = closedStateOf(order);
  const name = productName(order.productType);
  const date = formatDay(dayOf(order.createdAt));
  const number = orderName(orderNumberOf(order.sessionId));
  const reason = closed === null ? undefined : reasonClosed(closed);
  const link = closed === null ? downloadLink(order.sessionId) : undefined;
  const button = html`<a href="${link}" style="color:#2f6d50">Open your download page</a>`;
  return {
    text: [name, date, number, reason, link].filter(Boolean).join('\n'),
    html: html`<li style="margin:0 0 20px">
      <strong>${name}</strong><br />${date}<br />
      <span style="white-space:nowrap">${number}</span>${reason && html`<br />${reason}`}${
        link && html`<br />${button}`
      }
    </li>`,
  };
};

export const orderList = (orders: readonly Order[]): FormattedText => {
  const items = listedOrders(orders).map(listItem);
  const texts = items.map((item) => item.text);
  const more = orders.length > MAX_LISTED_ORDERS ? MORE_ORDERS : undefined;
  if (more) texts.push(more);
  const list = html`<ul style="margin:0 0 16px;padding:0;list-style:none">
      ${items.map((item) => item.html)}
    </ul>
    ${more && html`<p style="margin:0 0 16px">${more}</p>`}`;
  return { text: texts.join('\n\n'), html: list.toString() };
};

/** The email that /api/find-purchase promises. `requestId` is "{buyer hash}/{uuid}". */
export const foundOrdersMessage = (
  requestId: string,
  to: string,
  orders: readonly Order[],
): Message => ({
  ...fillTemplate(generated.mails['find-purchase'], {
    orders: orderList(orders),
    withLinks: listedOrders(orders).some(hasLink),
  }),
  to,
  key: `found/${requestId}`,
});
