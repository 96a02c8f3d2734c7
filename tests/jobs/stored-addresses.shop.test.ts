import { beforeEach, expect, test, vi } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { buy } from '../shop/buying.ts';
import { LEVELS, openMailShop } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { storedIn } from '../shop/stored.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);

const ADDRESS = /parent|grandma|%40|@example/;

const sendReceiptAgain = (session: string, copy: number): Promise<Response> => {
  const path = `/api/admin/orders/${orderNumberOf(session)}/receipt`;
  return owner.post(path, { copy, to: 'grandma@example.com' });
};

// Creates one email of each kind that contains an address: waiting, resent but still waiting, and
// refused.
beforeEach(async () => {
  await shop.setMailFaults({ status: 503 });
  const session = await buy(shop, 'bundle');
  await shop.runSchedule();
  await sendReceiptAgain(session, 1);
  await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  await shop.setMailFaults({ status: 422 });
  const other = await buy(shop, 'bundle');
  await sendReceiptAgain(other, 1);
});

test('stores no email address in plain text', async () => {
  const stored = JSON.stringify(await storedIn(shop.redis));
  expect(stored).toContain('job:dev:found:');
  expect(stored).not.toMatch(ADDRESS);
});

test('logs no email address', () => {
  const logged = LEVELS.flatMap((level) => vi.mocked(console[level]).mock.calls).join('\n');
  expect(logged).toContain('/api/find-purchase');
  expect(logged).not.toMatch(ADDRESS);
});
