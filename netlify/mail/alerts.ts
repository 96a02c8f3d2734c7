import { orderName } from '#contract/order-number.ts';
import generated from '#generated';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Order } from '../orders/order.ts';
import { getEnv } from '../platform/env.ts';
import { ordersContext } from '../platform/context.ts';
import { productName } from '../shop/catalog.ts';
import { amountPaid } from '../shop/amount-paid.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { type Message, fillMail } from './message.ts';

/** An email to the shop's owner. It holds no address and no session. */
export type Alert = {
  readonly subject: string;
  readonly lines: readonly [string, ...string[]];
  /** The number of the order that it is about. */
  readonly order?: string;
};

export const withdrawalAlert = (order: Order): Alert => {
  const number = orderNumberOf(order.sessionId);
  return {
    subject: `Withdrawal from order ${number}`,
    lines: [
      `${productName(order.productType)}, ${amountPaid(order)}. ${orderName(number)}`,
      'The buyer has withdrawn from this purchase.',
      'Please refund it in Stripe within 14 days.',
    ],
    order: number,
  };
};

/** `kind` is the first part of an alert's id. */
export const SCHEDULE_ALERTS: Readonly<Record<string, Alert>> = {
  schedule: {
    subject: 'The shop’s schedule has not run for an hour',
    lines: [
      'Every ten minutes the shop compares its orders with Stripe and sends what is waiting. It hasn’t finished a run for an hour.',
      'Orders are still recorded when Stripe calls. Run npm run doctor to see what’s wrong.',
    ],
  },
  webhook: {
    subject: 'An order was recorded without Stripe’s webhook',
    lines: [
      'The shop found a paid order at Stripe that the webhook had not reported within an hour. The order is recorded now.',
      'If this happens again, the webhook is broken. Run npm run doctor to see how to fix it.',
    ],
  },
};

/** The key names the context too: the owner's other shops may send by the same account. */
export const alertMessage = (
  id: string,
  { subject, lines, order }: Alert,
  to: string,
): Message => ({
  ...fillMail(generated.mails['owner-alert'], {
    subject,
    preview: lines[0],
    lines: { text: lines.join('\n'), html: lines.map(escapeHtml).join('<br>') },
    action: order === undefined ? 'Open the orders' : 'Open the order',
    link: `${getEnv().PUBLIC_SITE_URL}/admin-orders${order === undefined ? '' : `#order=${order}`}`,
  }),
  to,
  replyTo: to,
  key: `alert/${ordersContext()}/${id}`,
});
