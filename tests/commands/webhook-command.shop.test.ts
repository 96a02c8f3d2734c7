import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../netlify/stripe/events.ts';
import { openTestShop } from '../shop/shop.ts';
import { runHere } from './run-command.ts';

const shop = await openTestShop();
const { run: webhook } = await import('../../netlify/commands/webhook.ts');
const { webhookEndpoints } = shop.stripe;
beforeEach(shop.empty);

const SITE = 'https://shop.example';
const RIGHT: Stripe.WebhookEndpointCreateParams = {
  url: `${SITE}/api/stripe-webhook`,
  enabled_events: [...EVENT_TYPES],
  api_version: Stripe.API_VERSION,
};

const list = async () => (await webhookEndpoints.list()).data;
const run = (env: NodeJS.ProcessEnv = {}) =>
  runHere(webhook, { env: { PUBLIC_SITE_URL: SITE, ...env } });

describe('without an endpoint', () => {
  test('creates an endpoint with the shop’s events and API version', async () => {
    expect(await run()).toMatchObject({ code: 0, err: '' });
    expect(await list()).toMatchObject([{ ...RIGHT, status: 'enabled' }]);
  });

  test('prints the secret of the new endpoint once', async () => {
    const { out } = await run();
    expect(out).toMatch(/^Stripe’s test mode, https:\/\/shop\.example\/api\/stripe-webhook\n/);
    expect(out).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w{32}$/m);
    expect(out.match(/whsec_\w+/g)).toHaveLength(1);
  });

  test('does not print the secret key', async () => {
    const { out, err } = await run();
    expect(out + err).not.toContain(process.env['STRIPE_SECRET_KEY']);
  });

  test('changes nothing and prints no secret the second time', async () => {
    await run();
    const made = await list();
    const { out } = await run();
    expect(out).toContain(`${made[0]?.id} is set up correctly.`);
    expect(out).not.toContain('whsec_');
    expect(await list()).toEqual(made);
  });
});

describe('an endpoint with a fault', () => {
  test('enables a disabled endpoint without changing its secret', async () => {
    const { id } = await webhookEndpoints.create(RIGHT);
    await webhookEndpoints.update(id, { disabled: true });
    const { out } = await run();
    expect(out).toContain(`${id}: it is disabled.`);
    expect(out).not.toContain('whsec_');
    expect(await list()).toMatchObject([{ ...RIGHT, id, status: 'enabled' }]);
  });

  test('adds a missing event without changing the secret', async () => {
    const enabled_events = EVENT_TYPES.filter((type) => type !== 'charge.refunded');
    const { id } = await webhookEndpoints.create({ ...RIGHT, enabled_events });
    const { out } = await run();
    expect(out).toContain(`${id}: it doesn’t get charge.refunded.`);
    expect(out).not.toContain('whsec_');
    expect(await list()).toMatchObject([{ ...RIGHT, id, status: 'enabled' }]);
  });

  // Stripe can't change the API version of an endpoint.
  test.each<{ name: string; version: '2020-08-27' | undefined; reason: string }>([
    {
      name: 'another API version',
      version: '2020-08-27',
      reason: 'has the API version 2020-08-27, which can’t be changed',
    },
    {
      name: 'the account’s default API version',
      version: undefined,
      reason: 'uses the account’s default API version, and an endpoint’s version can’t be changed',
    },
  ])('replaces an endpoint that has $name', async ({ version, reason }) => {
    const { url, enabled_events } = RIGHT;
    const old = await webhookEndpoints.create({
      url,
      enabled_events,
      ...(version && { api_version: version }),
    });
    const { out } = await run();
    expect(out).toContain(`${old.id} ${reason}`);
    expect(out).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+\n/);
    expect(await list()).toMatchObject([
      { ...RIGHT, status: 'enabled' },
      { id: old.id, status: 'disabled' },
    ]);
  });

  test('replaces an endpoint only once if the command runs again', async () => {
    await webhookEndpoints.create({ ...RIGHT, api_version: '2020-08-27' });
    await run();
    const after = await list();
    expect((await run()).out).toContain(`${after[0]?.id} is set up correctly.`);
    expect(await list()).toEqual(after);
  });

  test('disables the older of two endpoints for the same shop', async () => {
    const first = await webhookEndpoints.create(RIGHT);
    const second = await webhookEndpoints.create(RIGHT);
    expect((await run()).out).toContain(`${first.id} would send every event a second time`);
    expect(await list()).toMatchObject([
      { id: second.id, status: 'enabled' },
      { id: first.id, status: 'disabled' },
    ]);
  });
});

test('does not change an endpoint of another shop', async () => {
  const foreign = { ...RIGHT, url: 'https://other.example/hook', enabled_events: ['*' as const] };
  const { id } = await webhookEndpoints.create(foreign);
  await run();
  expect((await list()).find((one) => one.id === id)).toMatchObject({
    ...foreign,
    status: 'enabled',
  });
});

type WrongSettings = {
  readonly name: string;
  readonly settings: NodeJS.ProcessEnv;
  readonly says: string;
};

test.each<WrongSettings>([
  {
    name: 'missing settings',
    settings: { STRIPE_SECRET_KEY: '', PUBLIC_SITE_URL: '' },
    says: 'STRIPE_SECRET_KEY is missing; PUBLIC_SITE_URL is missing',
  },
  {
    name: 'a localhost URL',
    settings: { PUBLIC_SITE_URL: 'https://localhost:8888' },
    says: 'where Stripe can’t send events.',
  },
  {
    name: 'an http URL',
    settings: { PUBLIC_SITE_URL: 'http://shop.example' },
    says: 'where Stripe can’t send events.',
  },
  {
    name: 'an unknown secret key',
    settings: { STRIPE_SECRET_KEY: 'sk_test_x1' },
    says: 'Copy the secret key again',
  },
  {
    name: 'an unreachable Stripe API',
    settings: { STRIPE_API_URL: 'http://127.0.0.1:9' },
    says: 'Try again in a minute.',
  },
])('fails with $name and prints the next step in one line', async ({ settings, says }) => {
  const { code, out, err } = await run(settings);
  expect(code).toBe(1);
  expect(err).toContain(says);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(out + err).not.toMatch(/sk_test_\w/);
  expect(await list()).toEqual([]);
});
