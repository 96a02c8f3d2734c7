import { expect, test } from 'vitest';
import { buy } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { catalogue } = await import('../../netlify/shop/catalogue.ts');

test('a shop without emails says where to write to', async () => {
  const found = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  expect(await found.clone().text()).toMatch(/write to \S+@\S+ with your order number/);
  await expectProblem(found, 503, 'mail_unavailable');
});

test('a shop without emails confirms a withdrawal on a page to be kept', async () => {
  catalogue.checkout = { withdrawal: true };
  const session = await buy(shop, 'bundle');
  const page = await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
  expect(await page.text()).toContain('Print or save this page as your confirmation.');
  expect(await shop.redis.zcard('withdrawals:dev')).toBe(0);
  delete catalogue.checkout;
});
