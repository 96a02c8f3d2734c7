import { orderName } from '#contract/order-number.ts';
import generated from '#generated';
import { html } from 'hono/html';
import { logError } from '../http/log.ts';
import { fulfill } from '../orders/fulfill.ts';
import { NO_NOTES, type Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { readOrders } from '../orders/store.ts';
import { sessionsOfBuyer } from '../orders/indexes.ts';
import { buyerKey } from '../shop/buyer.ts';
import { productName } from '../shop/catalog.ts';
import { formatDay, dayOf } from '../shop/dates.ts';
import { downloadLink } from '../shop/links.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { reasonClosed } from '../shop/order-words.ts';
import { sessionsOfAddress } from '../stripe/lists.ts';
import type { CheckoutSession } from '../stripe/session.ts';
import { type Message, type Value, fillMail } from './message.ts';

/** Mail programs cut off longer emails. */
export const MOST_LISTED = 50;

const MORE =
  'You have older orders than these. Reply to this email, tell us which one you’re missing, and we’ll find it.';

const itemOf = (order: Order): { text: string; html: ReturnType<typeof html> } => {
  const status = statusOf(order);
  const name = productName(order.productType);
  const date = formatDay(dayOf(order.createdAt));
  const number = orderName(orderNumberOf(order.sessionId));
  const words = status === 'paid' ? undefined : reasonClosed(status);
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

/** One more than is listed, to know that there are more. */
const MOST_FOUND = MOST_LISTED + 1;

const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
  asked.catch((error: unknown) => {
    logError(error);
    return [];
  });

/** Records an order that only Stripe knows. Its receipt follows by the usual rule. */
const record = async ({ id, sale }: CheckoutSession): Promise<Order[]> => {
  const done = await fulfill(id, { source: 'return' }).catch(logError);
  if (done) return [done.order];
  return sale ? [{ sessionId: id, ...sale, ...NO_NOTES }] : [];
};

/** The orders of an address, from Redis and from Stripe. Both are always asked, and either is enough. */
export const ordersOfAddress = async (email: string): Promise<readonly Order[]> => {
  const buyer = buyerKey(email);
  const [indexed, listed] = await Promise.all([
    orNone(sessionsOfBuyer(buyer, MOST_FOUND)),
    orNone(sessionsOfAddress(email)),
  ]);
  // Stripe's idea of the same address may be wider than ours, and a link opens files.
  const own = listed.filter(({ sale }) => sale?.buyer === buyer);
  const recorded = await orNone(readOrders([...new Set([...indexed, ...own.map(({ id }) => id)])]));
  const known = new Set(recorded.map(({ sessionId }) => sessionId));
  const others = await Promise.all(own.filter(({ id }) => !known.has(id)).map(record));
  return [...recorded.filter(({ isForgotten }) => !isForgotten), ...others.flat()];
};
