import { orderName } from '#contract/order-number.ts';
import generated from '#generated';
import { html } from 'hono/html';
import { type Order, statusOf } from '../orders/order.ts';
import { productName } from '../shop/catalogue.ts';
import { dateOf, dayOf, downloadLink, numberOf, whyClosed } from '../shop/words.ts';
import { type Message, type Value, fillMail } from './message.ts';

/** Mail programs cut off longer emails. */
export const MOST_LISTED = 50;

const MORE =
  'You have older orders than these. Reply to this email, tell us which one you’re missing, and we’ll find it.';

const itemOf = (order: Order): { text: string; html: ReturnType<typeof html> } => {
  const status = statusOf(order);
  const name = productName(order.productType);
  const date = dateOf(dayOf(order.createdAt));
  const number = orderName(numberOf(order.sessionId));
  const words = status === 'paid' ? undefined : whyClosed(status);
  const link = status === 'paid' ? downloadLink(order.sessionId) : undefined;
  const button = html`<a href="${link}" style="color:#2f6d50">Open your download page</a>`;
  return {
    text: [name, date, number, words, link].filter(Boolean).join('\n'),
    html: html`<li style="margin:0 0 20px">
      <strong>${name}</strong><br />${date}<br />
      <span style="white-space:nowrap">${number}</span>${words && html`<br />${words}`}${
        link && html`<br />${button}`
      }
    </li>`,
  };
};

/** The orders as an email lists them, newest first, each with a link if its files are open, or else why not. */
export const orderList = (orders: readonly Order[]): Value => {
  const newestFirst = orders.toSorted((a, b) => b.createdAt - a.createdAt);
  const items = newestFirst.slice(0, MOST_LISTED).map(itemOf);
  const more = orders.length > MOST_LISTED ? MORE : undefined;
  const list = html`<ul style="margin:0 0 16px;padding:0;list-style:none">
      ${items.map((item) => item.html)}
    </ul>
    ${more && html`<p style="margin:0 0 16px">${more}</p>`}`;
  return {
    text: [...items.map((item) => item.text), ...(more ? [more] : [])].join('\n\n'),
    html: list.toString(),
  };
};

/** The answer to find-purchase. `request` names the buyer's key and this request. */
export const foundFor = (request: string, to: string, orders: readonly Order[]): Message => ({
  ...fillMail(generated.mails['find-purchase'], { orders: orderList(orders) }),
  to,
  key: `found/${request}`,
});
