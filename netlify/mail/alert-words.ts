import * as z from 'zod/mini';
import { catalogue, productName } from '../catalogue.ts';
import { countOf } from '../count-of.ts';
import { dayOf } from '../orders/days.ts';
import type { Dispute } from '../orders/disputes.ts';
import { numberOf } from '../orders/order-names.ts';
import type { Order } from '../orders/orders.ts';
import { type Sums, addSums } from '../orders/sales.ts';
import { dateOf, money } from './receipt.ts';

export const alertSchema = z.object({
  /** Only one alert with a key is ever sent. */
  key: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  /** Where the owner finds more, as in "/admin-orders". */
  page: z.string(),
});

/** An email to the shop's owner. It is stored in Redis until it is sent, so it holds no address and no session. */
export type OwnerAlert = z.infer<typeof alertSchema>;

const lineOf = (order: Order): string => {
  const { sessionId, productType, amountInCents, currency } = order;
  const amount = money(amountInCents, currency);
  return `${productName(productType)}, ${amount}. Order number: ${numberOf(sessionId)}`;
};

export const saleAlert = (order: Order): OwnerAlert => ({
  key: `sale/${numberOf(order.sessionId)}`,
  subject: `Sold: ${productName(order.productType)}`,
  lines: [lineOf(order)],
  page: '/admin-orders',
});

/** One alert per dispute: Stripe itself emails the owner about each further step. */
export const disputeAlert = (order: Order, dispute: Dispute): OwnerAlert => ({
  key: `dispute/${dispute.id}`,
  subject: `Dispute. Order number: ${numberOf(order.sessionId)}`,
  lines: [
    lineOf(order),
    ['lost', 'prevented'].includes(dispute.status)
      ? 'The buyer’s bank has decided for the buyer. The files are closed.'
      : 'The buyer’s bank questions the payment. The files are closed until that is decided. Stripe’s dashboard says until when you may answer.',
  ],
  page: '/admin-orders',
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
    subject: `${countOf(sessions.length, 'order')} came without Stripe’s call`,
    lines: [
      `The comparison with Stripe found what no call had told: ${numbers}${more}.`,
      'All is recorded now. If this comes again tomorrow, the webhook is broken; npm run doctor says how to mend it.',
    ],
    page: '/admin-health',
  };
};

const SERVICES: Readonly<Record<string, string>> = {
  payments: 'Stripe',
  guides: 'The store of the files',
  mail: 'The mail service',
};

/** Sent by the first run after the gap. At most one a day. */
export const gapAlert = (day: string, minutes: number): OwnerAlert => ({
  key: `gap/${day}`,
  subject: `Nothing was compared with Stripe for ${minutes} minutes`,
  lines: [
    'The comparison, every ten minutes, did not get through: the database was away, or the shop on Netlify was.',
    'It runs again, and catches up with what was missed.',
  ],
  page: '/admin-health',
});

/** One per outage. */
export const unreadAlert = (unreadSince: number): OwnerAlert => ({
  key: `unread/${unreadSince}`,
  subject: 'Please compare an outage with Stripe by hand',
  lines: [
    `The shop couldn’t read Stripe from ${dateOf(dayOf(unreadSince, catalogue.time_zone))} on, and Stripe lists only the last 30 days.`,
    'Look in Stripe’s dashboard for refunds and disputes between that day and 30 days ago, and block those orders here. Payments of those days are recorded when their buyers open the download page.',
  ],
  page: '/admin-orders',
});

/** At most one a day for each service. */
export const outageAlert = (day: string, service: string, minutes: number): OwnerAlert => ({
  key: `down/${service}/${day}`,
  subject: `${SERVICES[service] ?? service} failed for more than ten minutes`,
  lines: [`It failed again and again for ${minutes} minutes, and may still.`],
  page: '/admin-health',
});
