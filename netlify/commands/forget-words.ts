import { catalogue, findByType } from '../catalogue.ts';
import { countOf } from '../count-of.ts';
import type { Facts } from '../orders/facts.ts';
import { numberOf } from '../orders/order-names.ts';
import type { Order } from '../orders/orders.ts';
import { FORGOTTEN } from '../orders/redis-forget.ts';

/** "Order 01F3-4AD8-A31F of 2026-11-22, Complete Bundle, 19.99 USD, paid" */
export const saleOf = (order: Order): string => {
  const { sessionId, createdAt, productType, amountInCents, currency, status } = order;
  const day = new Date(createdAt * 1000).toISOString().slice(0, 10);
  const name = findByType(catalogue, productType)?.name ?? productType;
  const amount = `${(amountInCents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  return `Order ${numberOf(sessionId)} of ${day}, ${name}, ${amount}, ${status}`;
};

/** What of an order's facts was taken out. */
export const takenOut = (facts: Facts): string => {
  const count = (beginning: string): number =>
    Object.keys(facts).filter((name) => name.startsWith(beginning)).length;
  const { buyer = FORGOTTEN } = facts;
  const [mails, downloads] = [count('mail:'), count('download:')];
  const parts = [
    buyer !== FORGOTTEN && 'what stood for the e-mail address, and the way from it to this order',
    mails > 0 && `${countOf(mails, 'note')} on mails`,
    downloads > 0 && `${countOf(downloads, 'note')} on when files were downloaded`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Nothing was left to take out.';
  return ['Taken out:', ...parts.map((part) => `- ${part}`)].join('\n');
};

/** What remains and why, and what only others can take out. */
export const elsewhere = (
  { paymentId }: Order,
  context: string,
  others: readonly string[],
): string => {
  const mode = context.endsWith('-live') ? '' : '/test';
  const payment = paymentId === null ? 'payments' : `payments/${paymentId}`;
  return [
    'Remains, for the books: the product, the amounts and times of payment, refunds and disputes, and Stripe’s ids',
    'of them. The link of the order still opens its files; at /admin-orders it can be blocked. No download by it is',
    'noted from now on.',
    'What others hold:',
    `- Stripe has the name, the address and the payment: https://dashboard.stripe.com${mode}/${payment}`,
    '  How to have them redacted there: https://docs.stripe.com/privacy/redaction',
    '- Resend keeps the mails that it sent for a time: https://resend.com/emails',
    '- Backups that were made before hold all of it. Delete them, or run this again after a restore.',
    ...(others.length === 0
      ? []
      : [`The same address bought ${countOf(others.length, 'other order')}: ${others.join(', ')}`]),
  ].join('\n');
};
