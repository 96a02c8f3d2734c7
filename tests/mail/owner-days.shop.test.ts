import { expect, test, vi } from 'vitest';
import { dollars, productOf } from '../catalogue.ts';
import { buy, control, expectStatus } from '../shop/buying.ts';
import { openMailShop } from './mail-shop.ts';

const [GUIDE, BUNDLE] = [productOf('guide-1'), productOf('bundle')];
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop({ ownerNews: 'daily' });
const { reconcile } = shop;

const dailyEmails = async () =>
  (await shop.inbox())
    .filter(({ to, subject }) => to === 'owner@shop.example' && /sale|refund/i.test(subject))
    .toReversed();
const aDayLater = async (): Promise<void> => {
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await reconcile();
};
const refund = async (session: string, amount: number): Promise<{ id: string }> => {
  const made = await control(shop, 'refund', { session, amount });
  await shop.control('/_control/flush', { method: 'POST' });
  return made;
};

test('an owner who wants an email a day reads once, when a day is over, what was sold by then', async () => {
  await reconcile();
  for (const { product_type: type } of [GUIDE, GUIDE, BUNDLE]) await buy(shop, type);
  await refund(await buy(shop, BUNDLE.product_type), 100);
  await reconcile();
  expect(await dailyEmails()).toEqual([]);

  shop.failMail('500');
  await aDayLater();
  shop.failMail('none');
  vi.setSystemTime(Date.now() + 60_000);
  await Promise.all([reconcile(), reconcile()]);
  const [email, ...others] = await dailyEmails();
  expect(others).toEqual([]);
  const sold = 2 * GUIDE.price_in_cents + 2 * BUNDLE.price_in_cents;
  expect(email?.subject).toBe(`4 sales, ${dollars(sold)} so far`);
  for (const { name, price_in_cents: cents } of [GUIDE, BUNDLE]) {
    expect(email?.text).toContain(`2 × ${name}: ${dollars(2 * cents)}`);
  }
  expect(email?.text).toContain('Refunded: $1.00');
  expect(email?.text).toContain(`${shop.siteUrl}/admin-orders`);
  expect(email?.text).not.toMatch(/cs_test|@example/);
});

test('then only of what is new, whenever its checkout began, and nothing of a day without', async () => {
  const before = (await dailyEmails()).length;
  const bank = { method: 'bank', settle: 'never' } as const;
  const session = await shop.buyAs('parent@example.com', GUIDE.product_type, bank);
  await aDayLater();
  await control(shop, 'settle', { session, outcome: 'succeeded' });
  await expectStatus(shop, session, 'paid');
  await aDayLater();
  const { id } = await refund(session, 200);
  await aDayLater();
  await control(shop, 'refund/fail', { id });
  await shop.control('/_control/flush', { method: 'POST' });
  await aDayLater();
  const subjects = (await dailyEmails()).map(({ subject }) => subject);
  expect(subjects.slice(before)).toEqual([
    `1 sale, ${dollars(GUIDE.price_in_cents)} since your last daily email`,
    'Refunded: $2.00 since your last daily email',
    'Failed refunds: $2.00 since your last daily email',
  ]);
});
