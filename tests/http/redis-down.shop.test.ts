import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { buyerHash } from '../../netlify/shop/buyer-hash.ts';
import { buyKnown } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { ownerClient, password } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { checkout } = catalog;
catalog.checkout = { ...checkout, withdrawal: true };

let withdrawal: string;
beforeAll(async () => {
  withdrawal = `/api/withdraw?session_id=${await buyKnown(shop, 'bundle')}`;
});
beforeEach(() => {
  shop.failRedis('refused');
});
afterAll(() => {
  shop.failRedis('none');
  catalog.checkout = checkout;
});

test('shows the withdrawal confirmation page while Redis is down', async () => {
  expect((await shop.call(withdrawal)).status).toBe(200);
});

test('asks the buyer to retry the withdrawal later if Redis is down', async () => {
  const response = await shop.call(withdrawal, { method: 'POST' });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('try again');
});

test('asks the parent to retry the purchase lookup later if Redis is down', async () => {
  const response = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  await expectProblem(response, 503, 'temporarily_unavailable');
});

test('asks the buyer to try to unsubscribe again later if Redis is down', async () => {
  const { pathname, search } = new URL(unsubscribeLink(buyerHash('parent@example.com')));
  const response = await shop.call(pathname + search, { method: 'POST' });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('try again');
});

test('refuses the right password while Redis is down', async () => {
  const login = await shop.post('/api/admin/login', { password: password() });
  await expectProblem(login, 503, 'temporarily_unavailable');
});

test.each(['guides', 'orders'])('shows no list of %s while Redis is down', async (list) => {
  const response = await owner.call(`/api/admin/${list}`);
  await expectProblem(response, 503, 'temporarily_unavailable');
});

test('publishes a file for a logged-in owner while Redis is down', async () => {
  expect((await owner.upload({ bytes: await makePdf() })).status).toBe(200);
});
