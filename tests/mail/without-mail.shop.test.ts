import { expect, test, vi } from 'vitest';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

test('a shop without a secret for them takes no delivery events, and says so in its log', async () => {
  // An hour in which no test before this one was warned of.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const response = await shop.post('/api/mail-webhook', {});
  await expectProblem(response, 503, 'temporarily_unavailable');
  const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject([{ route: 'mail-webhook', missing: 'MAIL_WEBHOOK_SECRET' }]);
});

test('a shop that sends no emails promises none, and says where to write to', async () => {
  const response = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  expect(await response.clone().text()).toMatch(/write to \S+@\S+ with your order number/);
  await expectProblem(response, 503, 'mail_unavailable');
});
