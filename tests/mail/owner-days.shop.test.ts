import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { productOf } from '../catalogue.ts';
import { buy, control, verify } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';

const { time_zone: timeZone } = catalogJson;
const [GUIDE, BUNDLE] = [productOf('guide-1'), productOf('bundle')];
// Noon of the shop, which stands still until a test moves it: days go by its midnight.
const NOON = Date.parse('2026-11-20T17:00:00Z');
vi.useFakeTimers({ toFake: ['Date'], now: NOON });
const shop = await openTestShop({ withMail: true, ownerNews: 'daily' });

beforeEach(() => {
  for (const told of ['log', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
});
afterEach(() => {
  vi.setSystemTime(NOON);
  shop.failMail('none');
});

const reconcile = () => shop.post('/.netlify/functions/reconcile', {});
const toOwner = async (about: string | RegExp) =>
  (await shop.inbox()).filter(
    ({ to, subject }) => to === 'owner@shop.example' && subject.match(about),
  );
/** "November 22, 2026", where the owner is. */
const dateIn = (days: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(
    NOON + days * 86_400_000,
  );
const inDays = (days: number) => vi.setSystemTime(NOON + days * 86_400_000);

describe('an owner who wants a mail a day', () => {
  test('gets the sums of a day once, when it is over, and none of a day without sales', async () => {
    const today = dateIn(0);
    for (const { product_type: type } of [GUIDE, GUIDE, BUNDLE]) await buy(shop, type);
    const session = await buy(shop, BUNDLE.product_type);
    await control(shop, 'refund', { session, amount: 100 });
    await expect.poll(async () => (await verify(shop, session)).order?.status).toBe('paid');
    await reconcile();
    expect(await toOwner(/sale/i)).toEqual([]);

    inDays(1);
    shop.failMail('500');
    await reconcile();
    expect(await toOwner(/sale/)).toEqual([]);
    shop.failMail('none');
    await Promise.all([reconcile(), reconcile()]);
    await reconcile();
    const [mail, ...others] = await toOwner(/sale/);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`4 sales, $57.96 on ${today}`);
    for (const words of [mail?.text, mail?.html]) {
      expect(words).toContain(`2 × ${GUIDE.name}: $17.98`);
      expect(words).toContain(`2 × ${BUNDLE.name}: $39.98`);
      expect(words).toContain('Given back of these: $1.00');
      expect(words).toContain(`${shop.siteUrl}/admin-orders`);
      expect(words).not.toMatch(/cs_test|@example/);
    }
    inDays(2);
    await reconcile();
    expect(await toOwner(/sale/)).toHaveLength(1);
  });
});
