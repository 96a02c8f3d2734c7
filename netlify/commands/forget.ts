import { parseArgs } from 'node:util';
import { type StoredOrder, sessionsFor, storedOrders } from '../admin/order-queries.ts';
import { catalogue, findByType } from '../shop/catalogue.ts';
import { countOf } from '../shop/count-of.ts';
import type { Facts } from '../orders/facts.ts';
import { type Query, numberOf, readQuery } from '../orders/order-names.ts';
import type { Order } from '../orders/orders.ts';
import { FORGOTTEN, forgetBuyer } from '../orders/redis-forget.ts';
import { sessionsOfBuyer } from '../orders/redis-pages.ts';
import { ask } from './ask.ts';
import { runCommand } from './run.ts';
import { LIVE, openOrdersOf, sessionPages } from './stores.ts';

/** Without Stripe, this reads every order to find a payment, since the shop has no index of payments. */
const ordersOf = async (asked: Query): Promise<readonly StoredOrder[]> => {
  if (!('payment' in asked)) return storedOrders(await sessionsFor(asked));
  for await (const sessions of sessionPages()) {
    const orders = await storedOrders(sessions);
    const paid = orders.filter(({ order }) => order.paymentId === asked.payment);
    if (paid.length > 0) return paid;
  }
  return [];
};

const find = async (asked: Query, query: string): Promise<StoredOrder> => {
  const [found, ...others] = await ordersOf(asked);
  if (!found) throw new Error(`There’s no order ${query}. Did you mean a different --context?`);
  if (others.length === 0) return found;
  const numbers = [found, ...others].map(({ order }) => numberOf(order.sessionId)).join(', ');
  throw new Error(`Two orders match. Give the number of one: ${numbers}.`);
};

const isMeant = async (session: string): Promise<boolean> => {
  const typed = await ask('This can’t be undone. Type the order number again to confirm > ');
  const query = readQuery(typed ?? '');
  const number = numberOf(session).replaceAll('-', '');
  return query !== null && 'name' in query && query.name === number;
};

/** "Order 01F3-4AD8-A31F of 2026-11-22, Complete Bundle, 19.99 USD, paid" */
const saleOf = (order: Order): string => {
  const { sessionId, createdAt, productType, amountInCents, currency, status } = order;
  const day = new Date(createdAt * 1000).toISOString().slice(0, 10);
  const name = findByType(catalogue, productType)?.name ?? productType;
  const amount = `${(amountInCents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  return `Order ${numberOf(sessionId)} of ${day}, ${name}, ${amount}, ${status}`;
};

/** The facts that were removed from an order. */
const takenOut = (facts: Facts): string => {
  const notesOf = (beginning: string): string | null => {
    const notes = Object.keys(facts).filter((name) => name.startsWith(beginning)).length;
    return notes === 0 ? null : countOf(notes, 'note');
  };
  const { buyer = FORGOTTEN } = facts;
  const [mails, downloads] = [notesOf('mail:'), notesOf('download:')];
  const parts = [
    buyer !== FORGOTTEN && 'the scrambled email address, and the link from it to this order',
    mails && `${mails} on emails`,
    downloads && `${downloads} on when files were downloaded`,
  ].filter(Boolean);
  if (parts.length === 0) return 'There was nothing left to remove.';
  return ['Removed:', ...parts.map((part) => `- ${part}`)].join('\n');
};

/** What remains and why, and what only others can remove. */
const elsewhere = ({ paymentId }: Order, context: string): string => {
  const mode = context.endsWith('-live') ? '' : '/test';
  const payment = paymentId === null ? 'payments' : `payments/${paymentId}`;
  return `Kept for your books: the product, the amounts and times of payment, refunds and disputes, and Stripe’s ids
of them. The order’s link still opens its files. You can block it at /admin-orders. The shop no longer notes
its downloads.
What others hold:
- Stripe has the name, the address and the payment: https://dashboard.stripe.com${mode}/${payment}
  How to have them redacted there: https://docs.stripe.com/privacy/redaction
- Resend keeps sent emails for a time: https://resend.com/emails
- Backups that were made before have all of it. Delete them, or run this again after a restore.`;
};

/** `npm run forget -- <order>`, with `--yes` and `--context=<name>`: removes the buyer from an order. */
export const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      context: { type: 'string', default: LIVE },
    },
  });
  const [query = '', ...more] = positionals;
  const asked = readQuery(query);
  if (more.length > 0 || asked === null || 'email' in asked) {
    throw new Error(
      'Name the order: npm run forget -- <order number, reference, session or payment id>. You can find the number by email address at /admin-orders.',
    );
  }
  openOrdersOf(values.context);
  const { order, facts } = await find(asked, query);
  const { sessionId } = order;
  console.log(saleOf(order));
  if (!values.yes && !(await isMeant(sessionId))) throw new Error('Nothing changed.');
  const sessions = await sessionsOfBuyer(facts['buyer'] ?? '');
  await forgetBuyer(sessionId, facts);
  console.log(takenOut(facts));
  console.log(elsewhere(order, values.context));
  const others = sessions.filter((session) => session !== sessionId).map(numberOf);
  if (others.length === 0) return;
  console.log(
    `The same address bought ${countOf(others.length, 'other order')}: ${others.join(', ')}`,
  );
};

if (import.meta.main) await runCommand(run);
