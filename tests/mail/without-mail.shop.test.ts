import { expect, test, vi } from 'vitest';
import { buy } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { catalogue } = await import('../../netlify/catalogue.ts');

test('a shop without emails says where to write to, and in its log why it takes no delivery events', async () => {
  // An hour in which no test before this one was warned of.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const response = await shop.post('/api/mail-webhook', {});
  await expectProblem(response, 503, 'temporarily_unavailable');
  const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject([{ route: 'mail-webhook', missing: 'MAIL_WEBHOOK_SECRET' }]);
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
