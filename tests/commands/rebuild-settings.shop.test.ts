import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { productOf } from '../catalog.ts';
import { buy, control, openAtStripe, setFaults } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';
import { runHere } from './run-command.ts';

const shop = await openTestShop({ withMail: true });
const { run } = await import('../../netlify/commands/rebuild.ts');

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.empty();
});

/** With each of these settings, the shop can't enqueue a receipt for its newest order. */
const UNFIT_SETTINGS = [
  { name: 'without a mail key', setting: 'MAIL_API_KEY', value: undefined, says: /MAIL_API_KEY/ },
  {
    name: 'with the URL of another site',
    setting: 'PUBLIC_SITE_URL',
    value: 'https://other.example',
    says: /PUBLIC_SITE_URL/,
  },
] as const;

describe.each(UNFIT_SETTINGS)('rebuild $name', ({ setting, value, says }) => {
  /** Reloads the command, because it reads the settings only once. */
  const runWithSetting = async (args: readonly string[]) => {
    vi.stubEnv(setting, value);
    vi.resetModules();
    const { run: runAgain } = await import('../../netlify/commands/rebuild.ts');
    return runHere(runAgain, { args: ['--context=dev', ...args] });
  };

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  test('refuses to run and records nothing', async () => {
    await buy(shop, 'bundle');
    await shop.redis.flushall();
    const { code, err } = await runWithSetting([]);
    expect(code).toBe(1);
    expect(err).toMatch(says);
    expect(err).toContain('-- --without-receipts');
    expect(await shop.redis.keys('*')).toEqual([]);
  });

  test('records the orders with --without-receipts', async () => {
    await buy(shop, 'bundle');
    await shop.redis.flushall();
    const { code, out } = await runWithSetting(['--without-receipts']);
    expect(code).toBe(0);
    expect(out).toContain('dev: 1 order read from Stripe.');
    expect(await shop.redis.zcard('jobs:dev')).toBe(0);
  });
});

const rebuild = () => runHere(run, { args: ['--context=dev'] });

// Stripe lists the newest sessions first, in pages of 100.
describe('rebuild of two pages of orders', () => {
  const { id, product_type, price_in_cents: amount } = productOf('bundle');
  const metadata = {
    shop: 'money-smart-kids',
    product_type,
    price_in_cents: String(amount),
    currency: 'usd',
  };

  const buyMany = async (count: number, siteUrl: string): Promise<void> => {
    const successUrl = `${siteUrl}/payment-success`;
    for (let bought = 0; bought < count; bought += 1) {
      const session = await openAtStripe(shop, { name: id, amount, successUrl, metadata });
      await control(shop, 'pay', { session });
    }
  };

  beforeEach(() => setFaults(shop, { webhooks: { hold: true } }));
  afterEach(() => setFaults(shop, {}));

  test('reads both pages if only the oldest orders are from another site', async () => {
    await buyMany(20, 'https://other.example');
    await buyMany(100, shop.siteUrl);
    const { code, out } = await rebuild();
    expect(code).toBe(0);
    expect(out).toContain('dev: 120 orders read from Stripe.');
    expect(out).toContain('20 orders from another site');
    expect(await shop.redis.zcard('orders:dev')).toBe(120);
  });

  test('refuses to run if only the oldest orders are from this site', async () => {
    await buyMany(20, shop.siteUrl);
    await buyMany(100, 'https://other.example');
    const { code, err } = await rebuild();
    expect(code).toBe(1);
    expect(err).toContain('None of the newest orders are from this shop');
    expect(await shop.redis.zcard('orders:dev')).toBe(0);
  });
});
