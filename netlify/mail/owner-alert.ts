import { orderName } from '#contract/order-number.ts';
import type { Product } from '#contract/catalog.ts';
import generated from '#generated';
import { escapeHtml } from '#contract/escape-html.ts';
import { inSentence } from '#contract/product-name.ts';
import type { Order } from '../orders/order.ts';
import { getEnv } from '../platform/env.ts';
import { ordersContext } from '../platform/context.ts';
import { productName } from '../shop/catalog.ts';
import { amountPaid } from '../shop/amount-paid.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { dashboardUrl } from '../shop/stripe-dashboard.ts';
import type { Message } from './message.ts';
import { fillTemplate } from './template.ts';

/** One of the owner's pages. */
type OwnerAlertPage = { readonly label: string; readonly path: string };

/** An email to the owner. It must not contain a buyer's address or a session id. */
type OwnerAlert = {
  readonly subject: string;
  readonly lines: readonly [string, ...string[]];
  /** The page that the button opens. Default: /admin-orders. */
  readonly opens?: OwnerAlertPage;
};

const openOrder = (orderNumber: string): OwnerAlertPage => ({
  label: 'Open the order',
  path: `/admin-orders#order=${orderNumber}`,
});

const withdrawalAlert = (order: Order): OwnerAlert => {
  const orderNumber = orderNumberOf(order.sessionId);
  return {
    subject: `Withdrawal from order MSK-${orderNumber}`,
    lines: [
      `${productName(order.productType)}, ${amountPaid(order)}. ${orderName(orderNumber)}`,
      'The buyer has withdrawn from this purchase.',
      'Please refund it in Stripe within 14 days.',
    ],
    opens: openOrder(orderNumber),
  };
};

const unmatchedAlert = (order: Order): OwnerAlert => {
  const orderNumber = orderNumberOf(order.sessionId);
  return {
    subject: `${orderName(orderNumber)} doesn’t match its price`,
    lines: [
      `${productName(order.productType)}, ${amountPaid(order)}. ${orderName(orderNumber)}`,
      'Stripe reports a different amount from the shop’s price, so the files stay closed. The buyer may well have paid in good faith, and their page says you’ll write.',
      `Compare the payment in Stripe: ${dashboardUrl(order.paymentId ?? '')}`,
      'If it’s fine, open the order’s downloads and send its receipt. If not, refund it in Stripe.',
    ],
    opens: openOrder(orderNumber),
  };
};

export const missingFileAlert = ({ name }: Product): OwnerAlert => ({
  subject: `A paid order is waiting for its file: ${name}`,
  lines: [
    `A buyer is waiting for ${inSentence(name)}, but the shop has no file for it.`,
    'Their download page says that you’re preparing it. Once you upload the PDF, the shop emails everyone who is waiting.',
  ],
  opens: { label: 'Upload the PDF', path: '/admin-upload' },
});

/** Alerts about one order. The key is the first part of the alert's id. */
export const ORDER_ALERTS: Readonly<Record<string, (order: Order) => OwnerAlert>> = {
  withdrawal: withdrawalAlert,
  unmatched: unmatchedAlert,
};

/** Alerts about the whole shop. The key is the first part of the alert's id. */
export const SHOP_ALERTS: Readonly<Record<string, OwnerAlert>> = {
  schedule: {
    subject: 'The shop’s schedule hasn’t run for an hour',
    lines: [
      'Every ten minutes the shop compares its orders with Stripe and sends what is waiting. It hasn’t finished a run for an hour.',
      'Stripe’s webhook still records new orders. Your orders page says what’s wrong and where to fix it.',
    ],
  },
  webhook: {
    subject: 'An order was recorded without Stripe’s webhook',
    lines: [
      'The shop found a paid order at Stripe that the webhook had not reported within an hour. The order is recorded now.',
      'If this happens again, the webhook is broken. To see why it fails, open https://dashboard.stripe.com/webhooks',
    ],
  },
  email: {
    subject: 'The email service refused an email from the shop',
    lines: [
      'Resend refused an email for a reason on the shop’s side, such as its key or its sender. A buyer may be waiting for a receipt.',
      'The shop keeps trying for 30 days. Your orders page says what’s wrong and which receipts are waiting.',
    ],
  },
};

const ORDERS_PAGE: OwnerAlertPage = { label: 'Open the orders', path: '/admin-orders' };

/** The key includes the deploy context, because other shops may use the same Resend account. */
export const ownerAlertMessage = (
  id: string,
  { subject, lines, opens = ORDERS_PAGE }: OwnerAlert,
  to: string,
): Message => ({
  ...fillTemplate(generated.mails['owner-alert'], {
    subject,
    preview: lines[0],
    lines: { text: lines.join('\n'), html: lines.map(escapeHtml).join('<br>') },
    action: opens.label,
    link: getEnv().PUBLIC_SITE_URL + opens.path,
  }),
  to,
  replyTo: to,
  key: `alert/${ordersContext()}/${id}`,
});
