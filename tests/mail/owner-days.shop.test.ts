import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dollars, productOf } from '../catalogue.ts';
import { buy, control, verify } from '../shop/buying.ts';
import { openMailShop } from './mail-shop.ts';

const [GUIDE, BUNDLE] = [productOf('guide-1'), productOf('bundle')];
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop({ ownerNews: 'daily' });
const { reconcile } = shop;

beforeEach(() => {
  for (const told of ['log', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
});
afterEach(() => shop.failMail('none'));

/** The owner's emails about sales, newest first. */
const dailyEmails = async () =>
  (await shop.inbox()).filter(
    ({ to, subject }) => to === 'owner@shop.example' && /sale|refund/i.test(subject),
  );
const later = (minutes: number): void => {
  vi.setSystemTime(Date.now() + minutes * 60_000);
};
const aDayLater = (): void => later(24 * 60);
const refund = async (session: string, amount: number): Promise<{ id: string }> => {
  const made = await control(shop, 'refund', { session, amount });
  await shop.control('/_control/flush', { method: 'POST' });
  return made;
};

describe('an owner who wants an email a day', () => {
  test('reads once, when a day is over, what was sold by then', async () => {
    await reconcile();
    for (const { product_type: type } of [GUIDE, GUIDE, BUNDLE]) await buy(shop, type);
    await refund(await buy(shop, BUNDLE.product_type), 100);
    await reconcile();
    expect(await dailyEmails()).toEqual([]);

    aDayLater();
    shop.failMail('500');
    await reconcile();
    shop.failMail('none');
    later(1);
    await Promise.all([reconcile(), reconcile()]);
    await reconcile();
    const [email, ...others] = await dailyEmails();
    expect(others).toEqual([]);
    const sold = 2 * GUIDE.price_in_cents + 2 * BUNDLE.price_in_cents;
    expect(email?.subject).toBe(`4 sales, ${dollars(sold)} so far`);
    for (const words of [email?.text, email?.html]) {
      expect(words).toContain(`2 × ${GUIDE.name}: ${dollars(2 * GUIDE.price_in_cents)}`);
      expect(words).toContain(`2 × ${BUNDLE.name}: ${dollars(2 * BUNDLE.price_in_cents)}`);
      expect(words).toContain('Refunded: $1.00');
      expect(words).toContain(`${shop.siteUrl}/admin-orders`);
      expect(words).not.toMatch(/cs_test|@example/);
    }
  });

  test('reads then of what is new, whenever its checkout began, and nothing of a day without', async () => {
    const before = (await dailyEmails()).length;
    const bank = { method: 'bank', settle: 'never' } as const;
    const session = await shop.buyAs('parent@example.com', GUIDE.product_type, bank);
    aDayLater();
    await reconcile();
    expect(await dailyEmails()).toHaveLength(before);

    await control(shop, 'settle', { session, outcome: 'succeeded' });
    await expect.poll(async () => (await verify(shop, session)).status).toBe('paid');
    aDayLater();
    await reconcile();
    const [email] = await dailyEmails();
    expect(email?.subject).toBe(
      `1 sale, ${dollars(GUIDE.price_in_cents)} since your last daily email`,
    );
    expect(email?.text).not.toContain('Refunded');

    const { id } = await refund(session, 200);
    aDayLater();
    await reconcile();
    expect((await dailyEmails())[0]?.subject).toBe('Refunded: $2.00 since your last daily email');

    await control(shop, 'refund/fail', { id });
    await shop.control('/_control/flush', { method: 'POST' });
    aDayLater();
    await reconcile();
    const subjects = (await dailyEmails()).map(({ subject }) => subject);
    expect(subjects[0]).toBe('Failed refunds: $2.00 since your last daily email');
    expect(subjects).toHaveLength(before + 3);
  });
});
