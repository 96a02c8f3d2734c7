import { expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const sendEvent = () => shop.post('/api/mail-webhook', {});

test('a shop without a secret for them takes no delivery events, and says so in its log', async () => {
  // A minute that stands still, and in which no test before this one was warned of.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await expectProblem(await sendEvent(), 503, 'temporarily_unavailable');
  await sendEvent();
  expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    expect.objectContaining({ route: 'mail-webhook', missing: 'MAIL_WEBHOOK_SECRET' }),
  ]);
  vi.useRealTimers();
});

test('a shop that sends no emails tells the owner so, and sends none by hand', async () => {
  const number = await orderNumber(await buy(shop, 'bundle'));
  const owner = await ownerClient(shop);
  const { receipt } = await (await owner.call(`/api/admin/orders/${number}`)).json();
  expect(receipt).toEqual({
    state: 'none',
    at: null,
    says: 'None was sent. The shop can’t send email right now, because no email service is set up.',
    next_copy: null,
  });
  const sent = await owner.post(`/api/admin/orders/${number}/receipt`, { copy: 1 });
  await expectProblem(sent, 400, 'invalid_request');
  expect(await shop.inbox()).toEqual([]);
});

test('a shop that sends no emails promises none, and says where to write to', async () => {
  const response = await shop.post('/api/find-purchase', { email: 'parent@example.com' });
  expect(await response.clone().text()).toMatch(
    /write to \S+@\S+ with your order number or the email address you paid with\./,
  );
  await expectProblem(response, 503, 'mail_unavailable');
});
