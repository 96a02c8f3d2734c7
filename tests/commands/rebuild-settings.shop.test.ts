import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buy } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';
import { runHere } from './run-command.ts';

const shop = await openTestShop({ withMail: true });

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
    const { run } = await import('../../netlify/commands/rebuild.ts');
    return runHere(run, { args: ['--context=dev', ...args] });
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
