import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run as restore } from '../../netlify/commands/restore.ts';
import { amountsOf } from '../../netlify/orders/amounts.ts';
import type { Order } from '../../netlify/orders/order.ts';
import { statusOf } from '../../netlify/orders/status.ts';
import { readOrder } from '../../netlify/orders/store.ts';
import { runHere } from '../commands/run-command.ts';
import { access } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';
import { NETLIFY, newFolder, serveNetlifyApi } from './stores.ts';

/**
 * The backup in earlier-backup/ was made by an earlier version of the shop. Its sales do not
 * record promotion codes, disputed amounts or whether the payment matched the price.
 */
const FOLDER = path.join(import.meta.dirname, 'earlier-backup');
const PAID = 'cs_test_ARmUW4Yb8R7NUmqwa6kxGXDxorHcGSWo3oi804wv3nNB3VlgMY2OutDfLh';
const REFUNDED = 'cs_test_ZMC1h4CTnrRG4jFRnmrqBzKEs3I6HsrrMkOfyW9LOIlbFeMFzyfkY9Z3VP';
const DISPUTED = 'cs_test_0JL2WVAcn1tflan8XVWhoQkLYx6VT78rr7z7bT103HQSFEHCrKQkJl9Let';
const PENDING = 'cs_test_H18MZ23M2LNyJXCFHim5sZkT9jgNg79QPZR6HXKuLgRa1DXC7StJURRNkj';

const shop = await openTestShop();
serveNetlifyApi(newFolder(afterAll));
Object.assign(process.env, NETLIFY);

beforeAll(async () => {
  await shop.redis.flushall();
  await runHere(restore, { args: ['--context=dev', FOLDER] });
});

const orderOf = async (session: string): Promise<Order> => {
  const order = await readOrder(session);
  if (!order) throw new Error(`${session} was not restored.`);
  return order;
};

test.each([
  { session: PAID, status: 'paid' },
  { session: REFUNDED, status: 'refunded' },
  { session: DISPUTED, status: 'disputed' },
  { session: PENDING, status: 'pending' },
])('restores a $status order from an earlier version', async ({ session, status }) => {
  expect(statusOf(await orderOf(session))).toBe(status);
});

test('gives access to the files of a restored order', async () => {
  expect((await access(shop, 'guide-1', PAID)).status).toBe(200);
});

test('denies access to the files of a restored order that was refunded', async () => {
  expect((await access(shop, 'guide-1', REFUNDED)).status).toBe(403);
});

test('counts no amount as disputed until the order is read from Stripe again', async () => {
  const order = await orderOf(DISPUTED);
  expect(order).toMatchObject({ promotionCode: null, matchesPrice: true, settledAt: null });
  expect(amountsOf(order)).toMatchObject({ disputed: 0, net: order.amountInCents });
});
