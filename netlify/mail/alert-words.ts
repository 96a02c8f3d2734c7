import * as z from 'zod/mini';
import { productName } from '../catalogue.ts';
import { countOf } from '../count-of.ts';
import { numberOf } from '../orders/order-names.ts';
import type { Order } from '../orders/orders.ts';
import { amountPaid } from './receipt.ts';

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

const orderPage = ({ sessionId }: Order): string => `/admin-orders#order=${numberOf(sessionId)}`;

/** The words on the button that leads to an alert's page. */
export const actionOf = (page: string): string =>
  page.includes('#order=') ? 'Open the order' : 'Open the orders';

const lineOf = (order: Order): string => {
  const { sessionId, productType } = order;
  return `${productName(productType)}, ${amountPaid(order)}. Order number: ${numberOf(sessionId)}`;
};

/** `outcome`: what became of the payment, or what the owner is to do about it. */
export const withdrawalAlert = (order: Order, outcome: string): OwnerAlert => ({
  key: `withdrawal/${numberOf(order.sessionId)}`,
  subject: `Withdrawal from order ${numberOf(order.sessionId)}`,
  lines: [lineOf(order), 'The buyer has withdrawn from this purchase.', outcome],
  page: orderPage(order),
});

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
    page: '/admin-orders',
  };
};

/** Sent by the first run after the gap. At most one a day. */
export const gapAlert = (day: string, minutes: number): OwnerAlert => ({
  key: `gap/${day}`,
  subject: `No comparison with Stripe for ${minutes} minutes`,
  lines: [
    'The comparison runs every ten minutes, but didn’t get through: the database or Netlify was down.',
    'It’s running again and catching up on what it missed.',
  ],
  page: '/admin-orders',
});
