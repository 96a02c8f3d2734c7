import * as z from 'zod/mini';
import { catalogue, productName } from '../catalogue.ts';
import { countOf } from '../count-of.ts';
import { dayOf } from '../orders/days.ts';
import { type Dispute, isAnswerable } from '../orders/disputes.ts';
import { numberOf } from '../orders/order-names.ts';
import type { Order } from '../orders/orders.ts';
import { type Sums, addSums } from '../orders/sales.ts';
import { amountPaid, dateOf, money } from './receipt.ts';

export const alertSchema = z.object({
  /** Only one alert with a key is ever sent. */
  key: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  /** Where the owner finds more, as in "/admin-health". */
  page: z.string(),
});

/** An email to the shop's owner. It is stored in Redis until it is sent, so it holds no address and no session. */
export type OwnerAlert = z.infer<typeof alertSchema>;

const orderPage = ({ sessionId }: Order): string => `/admin-orders#order=${numberOf(sessionId)}`;

/** The words on the button that leads to an alert's page. */
export const actionOf = (page: string): string => {
  if (page.includes('#order=')) return 'Open the order';
  return page === '/admin-health' ? 'Open the health page' : 'Open the orders';
};

const lineOf = (order: Order): string => {
  const { sessionId, productType } = order;
  return `${productName(productType)}, ${amountPaid(order)}. Order number: ${numberOf(sessionId)}`;
};

export const saleAlert = (order: Order): OwnerAlert => ({
  key: `sale/${numberOf(order.sessionId)}`,
  subject: `Sold: ${productName(order.productType)}`,
  lines: [lineOf(order)],
  page: orderPage(order),
});

const openDispute = (dispute: Dispute): string => {
  const blocked =
    'The buyer’s bank disputes the payment. Downloads are blocked until it’s decided.';
  const { dueBy } = dispute;
  const due = dueBy === undefined ? null : dateOf(dayOf(dueBy, catalogue.time_zone));
  return due !== null && isAnswerable(dispute)
    ? `${blocked} Answer by ${due}, on the order’s page or in Stripe’s dashboard.`
    : `${blocked} Stripe’s dashboard shows how long you have to respond.`;
};

/** One alert per dispute: Stripe itself emails the owner about each further step. */
export const disputeAlert = (order: Order, dispute: Dispute): OwnerAlert => ({
  key: `dispute/${dispute.id}`,
  subject: `Dispute on order ${numberOf(order.sessionId)}`,
  lines: [
    lineOf(order),
    ['lost', 'prevented'].includes(dispute.status)
      ? 'The buyer’s bank decided for the buyer. Downloads are blocked.'
      : openDispute(dispute),
  ],
  page: orderPage(order),
});

/** `outcome`: what became of the payment, or what the owner is to do about it. */
export const withdrawalAlert = (order: Order, outcome: string): OwnerAlert => ({
  key: `withdrawal/${numberOf(order.sessionId)}`,
  subject: `Withdrawal from order ${numberOf(order.sessionId)}`,
  lines: [lineOf(order), 'The buyer has withdrawn from this purchase.', outcome],
  page: orderPage(order),
});

const inMoney = (amountInCents: number): string => money(amountInCents, catalogue.currency);

/** The sales and refunds of a time that `since` describes; null for none. `refunded` is negative where more refunds failed than were made. */
export const dayAlert = (key: string, sums: Sums, since: string): OwnerAlert | null => {
  const total = addSums([...sums.values()]);
  if (total.orders === 0 && total.refunded === 0) return null;
  const ofProducts = [...sums]
    .filter(([, { orders }]) => orders > 0)
    .map(([type, { orders, amount }]) => `${orders} × ${productName(type)}: ${inMoney(amount)}`);
  const refunded = `${total.refunded < 0 ? 'Failed refunds' : 'Refunded'}: ${inMoney(Math.abs(total.refunded))}`;
  const sold = `${countOf(total.orders, 'sale')}, ${inMoney(total.amount)}`;
  return {
    key,
    subject: `${total.orders > 0 ? sold : refunded} ${since}`,
    lines: total.refunded === 0 ? ofProducts : [...ofProducts, refunded],
    page: '/admin-orders',
  };
};

const NAMED = 10;

/** At most one a day: while no webhook arrives, every run heals orders. */
export const healedAlert = (day: string, sessions: readonly string[]): OwnerAlert => {
  const numbers = sessions.slice(0, NAMED).map(numberOf).join(', ');
  const more = sessions.length > NAMED ? ' and more' : '';
  return {
    key: `healed/${day}`,
    subject: `${countOf(sessions.length, 'order')} recorded without Stripe’s webhook`,
    lines: [
      `The comparison with Stripe found orders that the webhook had missed: ${numbers}${more}.`,
      'They’re all recorded now. If this happens again tomorrow, the webhook is broken. Run npm run doctor to see how to fix it.',
    ],
    page: '/admin-health',
  };
};

const SERVICES: Readonly<Record<string, string>> = {
  payments: 'Stripe',
  guides: 'File storage',
  mail: 'The email service',
};

/** Sent by the first run after the gap. At most one a day. */
export const gapAlert = (day: string, minutes: number): OwnerAlert => ({
  key: `gap/${day}`,
  subject: `No comparison with Stripe for ${minutes} minutes`,
  lines: [
    'The comparison runs every ten minutes, but didn’t get through: the database or Netlify was down.',
    'It’s running again and catching up on what it missed.',
  ],
  page: '/admin-health',
});

/** One per outage. */
export const unreadAlert = (unreadSince: number): OwnerAlert => ({
  key: `unread/${unreadSince}`,
  subject: 'Please compare an outage with Stripe by hand',
  lines: [
    `The shop couldn’t read Stripe from ${dateOf(dayOf(unreadSince, catalogue.time_zone))} on, and Stripe lists only the last 30 days.`,
    'In Stripe’s dashboard, look for refunds and disputes between that day and 30 days ago, and block those orders here. Payments from those days are recorded when their buyers open the download page.',
  ],
  page: '/admin-orders',
});

/** At most one a day for each service. */
export const outageAlert = (day: string, service: string, minutes: number): OwnerAlert => ({
  key: `down/${service}/${day}`,
  subject: `${SERVICES[service] ?? service} failed for more than ten minutes`,
  lines: [`It kept failing for ${minutes} minutes and may still be failing.`],
  page: '/admin-health',
});
