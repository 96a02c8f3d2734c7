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

describe('without an endpoint,', () => {
  test('creates one with the shop’s events and API version', async () => {
    expect(await run()).toMatchObject({ code: 0, err: '' });
    expect(await list()).toMatchObject([{ ...RIGHT, status: 'enabled' }]);
  });

  test('prints the secret of the new endpoint, once', async () => {
    const { out } = await run();
    expect(out).toMatch(/^Stripe's test mode, https:\/\/shop\.example\/api\/stripe-webhook\n/);
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
  test('is enabled again, with the same secret', async () => {
    const { id } = await webhookEndpoints.create(RIGHT);
    await webhookEndpoints.update(id, { disabled: true });
    const { out } = await run();
    expect(out).toContain(`${id}: it is disabled.`);
    expect(out).not.toContain('whsec_');
    expect(await list()).toMatchObject([{ ...RIGHT, id, status: 'enabled' }]);
  });

  test('gets a missing event, with the same secret', async () => {
    const enabled_events = EVENT_TYPES.filter((type) => type !== 'charge.refunded');
    const { id } = await webhookEndpoints.create({ ...RIGHT, enabled_events });
    const { out } = await run();
    expect(out).toContain(`${id}: it doesn’t get charge.refunded.`);
    expect(out).not.toContain('whsec_');
    expect(await list()).toMatchObject([{ ...RIGHT, id, status: 'enabled' }]);
  });

  // Stripe cannot change the version of an endpoint.
  test('is replaced if it has another API version', async () => {
    const old = await webhookEndpoints.create({ ...RIGHT, api_version: '2020-08-27' });
    const { out } = await run();
    expect(out).toContain(`${old.id} has the API version 2020-08-27, which can’t be changed`);
    expect(out).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+\n/);
    expect(await list()).toMatchObject([
      { ...RIGHT, status: 'enabled' },
      { id: old.id, status: 'disabled' },
    ]);
  });

  test('is replaced once, although the command runs again', async () => {
    await webhookEndpoints.create({ ...RIGHT, api_version: '2020-08-27' });
    await run();
    const after = await list();
    expect((await run()).out).toContain(`${after[0]?.id} is set up correctly.`);
    expect(await list()).toEqual(after);
  });

  test('is disabled if it is the second one of the shop', async () => {
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
    name: 'the URL of this machine',
    settings: { PUBLIC_SITE_URL: 'https://localhost:8888' },
    says: 'where Stripe can’t send events.',
  },
  {
    name: 'a URL with http',
    settings: { PUBLIC_SITE_URL: 'http://shop.example' },
    says: 'where Stripe can’t send events.',
  },
  {
    name: 'an unknown key',
    settings: { STRIPE_SECRET_KEY: 'sk_test_x1' },
    says: 'Copy the secret key again',
  },
  {
    name: 'a Stripe that is down',
    settings: { STRIPE_API_URL: 'http://127.0.0.1:9' },
    says: 'Try again in a minute.',
  },
])('fails with $name, and prints the next step in one line', async ({ settings, says }) => {
  const { code, out, err } = await run(settings);
  expect(code).toBe(1);
  expect(err).toContain(says);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(out + err).not.toMatch(/sk_test_\w/);
  expect(await list()).toEqual([]);
});
