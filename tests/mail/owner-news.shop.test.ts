import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { productOf } from '../catalogue.ts';
import { buy, control, expectStatus, setFaults } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';

const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');

const shop = await openTestShop({ withMail: true, ownerNews: 'each' });

beforeEach(() => {
  for (const told of ['log', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
});
afterEach(async () => {
  vi.useRealTimers();
  shop.failMail('none');
  shop.failStripe('none');
  await setFaults(shop, {});
});

const reconcile = () => shop.post('/.netlify/functions/reconcile', {});
const told = async (about: string | RegExp) =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.match(about));
/** Moves the clock of the shop, as if that time had gone by. */
const later = (minutes: number): void => {
  const now = Date.now() + minutes * 60_000;
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now });
};

describe('the owner', () => {
  test('is told of each sale once, by its number and by nothing that leads to the buyer', async () => {
    const session = await buy(shop, GUIDE.product_type);
    await shop.post('/api/verify-payment', { sessionId: session });
    await reconcile();
    const all = (await shop.inbox()).filter(({ to }) => to === OWNER);
    expect(all.map(({ subject }) => subject)).toEqual([`Sold: ${GUIDE.name}`]);
    for (const words of [all[0]?.text, all[0]?.html]) {
      expect(words).toContain(numberOf(session));
      expect(words).toContain('$8.99');
      expect(words).toContain(`${shop.siteUrl}/admin-orders`);
      expect(words).not.toMatch(/cs_test|@example/);
    }
  });

  test('is told later where the mail service does not take it, and no buyer waits for that', async () => {
    const before = (await told('Sold')).length;
    shop.failMail('500');
    const session = await buy(shop, GUIDE.product_type);
    await expectStatus(shop, session, 'paid');
    expect(await told('Sold')).toHaveLength(before);
    shop.failMail('none');
    await Promise.all([reconcile(), reconcile()]);
    await reconcile();
    const [first, ...others] = await told('Sold');
    expect(first?.text).toContain(numberOf(session));
    expect(others).toHaveLength(before);
    expect(await shop.redis.hlen('owner-news:dev')).toBe(0);
  });

  test('is told once a day of orders that came without a call', async () => {
    await setFaults(shop, { webhooks: { hold: true } });
    const sessions = [await buy(shop, GUIDE.product_type), await buy(shop, GUIDE.product_type)];
    await reconcile();
    const [mail, ...others] = await told('came without Stripe’s call');
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^2 orders /);
    for (const session of sessions) expect(mail?.text).toContain(numberOf(session));
    expect(mail?.text).toContain('/admin-health');
    await buy(shop, GUIDE.product_type);
    await reconcile();
    expect(await told('came without Stripe’s call')).toHaveLength(1);
  });

  test('is told of a service that fails for more than ten minutes, and not of one that failed once', async () => {
    shop.failStripe('500');
    await reconcile();
    expect(await told('Stripe failed')).toEqual([]);
    later(5);
    await reconcile();
    expect(await told('Stripe failed')).toEqual([]);
    later(6);
    await reconcile();
    expect(await told('Stripe failed')).toEqual([]);
    later(10);
    await reconcile();
    expect(await told('Stripe failed for more than ten minutes')).toHaveLength(1);
  });

  test('is told that the comparison stood still, once it runs again', async () => {
    await reconcile();
    later(60);
    await reconcile();
    expect(await told(/^Nothing was compared with Stripe for \d\d minutes/)).toHaveLength(1);
    await reconcile();
    expect(await told('Nothing was compared')).toHaveLength(1);
  });

  test('does without, and nothing of it fails, while the database is away', async () => {
    const before = (await shop.inbox()).length;
    shop.failRedis('500');
    const { status } = await reconcile();
    shop.failRedis('none');
    expect(status).toBe(503);
    expect(await shop.inbox()).toHaveLength(before);
  });

  test('is told of a dispute at once, and not of its further steps', async () => {
    const session = await buy(shop, GUIDE.product_type);
    const { id } = await control(shop, 'dispute', { session });
    await expectStatus(shop, session, 'disputed');
    const about = `Dispute about order ${numberOf(session)}`;
    await expect.poll(async () => (await told(about)).length).toBe(1);
    later(25 * 60); // the mail service has forgotten the key of the first
    await control(shop, 'dispute/update', { id, status: 'won' });
    await expectStatus(shop, session, 'paid');
    await reconcile();
    expect(await told(about)).toHaveLength(1);
  });
});
