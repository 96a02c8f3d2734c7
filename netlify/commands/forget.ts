import { parseArgs } from 'node:util';
import { money } from '#contract/money.ts';
import { type OrderQuery, parseOrderSearch } from '../admin/order-search.ts';
import { readOrders } from '../orders/store.ts';
import { sessionsByNamePrefix, sessionsOfBuyer } from '../orders/indexes.ts';
import { forgetBuyer } from '../orders/forget.ts';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { productName } from '../shop/catalog.ts';
import { dayOf } from '../shop/dates.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { promptLine } from './prompt-line.ts';
import { countOf, runCommand } from './run.ts';
import { LIVE_CONTEXT, openOrders } from './stores.ts';

/** Identifies one order, unlike a promotion code or an email address, which may match several. */
type OrderId = { readonly session: string } | { readonly name: string };

const orderIdIn = (query: OrderQuery | null): OrderId | null => {
  if (query === null || 'email' in query) return null;
  if ('session' in query) return query;
  return query.name === null ? null : { name: query.name };
};

/** Throws unless exactly one order matches. */
const findOrder = async (search: OrderId, typed: string): Promise<Order> => {
  const sessions =
    'session' in search ? [search.session] : await sessionsByNamePrefix(`${search.name} `);
  const orders = await readOrders(sessions);
  const order = orders[0];
  if (!order) throw new Error(`There’s no order ${typed}. Did you mean a different --context?`);
  if (orders.length === 1) return order;
  const numbers = orders.map(({ sessionId }) => orderNumberOf(sessionId));
  throw new Error(
    `${countOf(numbers.length, 'order')} match. Run this command again with one of their numbers: ${numbers.join(', ')}.`,
  );
};

/** "Order 01F3-4AD8-A31F from 2026-11-22, Complete Bundle, $19.99, paid" */
const describeOrder = (order: Order): string => {
  const { sessionId, createdAt, productType, amountInCents, currency } = order;
  const amount = money(amountInCents, currency);
  return `Order ${orderNumberOf(sessionId)} from ${dayOf(createdAt)}, ${productName(productType)}, ${amount}, ${statusOf(order)}`;
};

const digitsOf = (number: string): string => number.replaceAll(/[^\da-f]/gi, '').toUpperCase();

const confirmNumber = async (sessionId: string): Promise<boolean> => {
  const typed = await promptLine('This can’t be undone. Type the order number again to confirm > ');
  return digitsOf(typed ?? '') === digitsOf(orderNumberOf(sessionId));
};

const describeRemainingData = ({ paymentId }: Order, context: string): string => {
  const mode = context.endsWith('-live') ? '' : '/test';
  const payment = paymentId === null ? 'payments' : `payments/${paymentId}`;
  const lines = [
    'Kept for your records: the product, and the amount, time and Stripe id of the payment and of each refund and',
    'dispute. The order’s link still opens its files. You can block the order at /admin-orders. The shop no longer',
    'counts its downloads.',
    'Still stored elsewhere:',
    `- Stripe has the name, the address and the payment: https://dashboard.stripe.com${mode}/${payment}`,
    '  To redact them there, see https://docs.stripe.com/privacy/redaction',
    '- Resend stores sent emails for some time: https://resend.com/emails',
    '- Earlier backups still have all of the buyer’s data. Delete them, or run this command again after a restore.',
  ];
  return lines.join('\n');
};

const REMOVED =
  'Removed: the scrambled email address and its link to this order, the notes about emails and downloads, and emails that were waiting to be sent.';
const USAGE =
  'Specify the order: npm run forget -- <order number, reference, session or payment id>. You can find the number by email address at /admin-orders.';

/** `npm run forget -- <order>`, with `--yes` and `--context=<name>`: forgets an order's buyer. */
export const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      context: { type: 'string', default: LIVE_CONTEXT },
    },
  });
  const typed = positionals[0] ?? '';
  const search = orderIdIn(parseOrderSearch(typed));
  if (positionals.length > 1 || search === null) throw new Error(USAGE);
  openOrders(values.context);
  const order = await findOrder(search, typed);
  const { sessionId, buyer } = order;
  console.log(describeOrder(order));
  const isConfirmed = values.yes || (await confirmNumber(sessionId));
  if (!isConfirmed) throw new Error('Nothing changed.');
  const sessions = buyer === null ? [] : await sessionsOfBuyer(buyer);
  await forgetBuyer(sessionId);
  console.log(order.isForgotten ? 'The buyer’s data had already been removed.' : REMOVED);
  console.log(describeRemainingData(order, values.context));
  const others = sessions.filter((session) => session !== sessionId).map(orderNumberOf);
  if (others.length === 0) return;
  const otherOrders = countOf(others.length, 'other order');
  console.log(`The same email address has ${otherOrders}: ${others.join(', ')}`);
};

if (import.meta.main) await runCommand(run);
