import Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
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

test('the command makes an endpoint with its events and its API version, and prints its secret once', async () => {
  const first = await run();
  expect(first).toMatchObject({ code: 0, err: '' });
  const made = await list();
  expect(made).toMatchObject([{ ...RIGHT, status: 'enabled' }]);
  expect(first.out).toMatch(/^Stripe's test mode, https:\/\/shop\.example\/api\/stripe-webhook\n/);
  expect(first.out.match(/whsec_\w+/g)).toHaveLength(1);
  expect(first.out).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w{32}$/m);
  expect(first.out).not.toContain(process.env['STRIPE_SECRET_KEY']);

  const second = await run();
  expect(second.out).toContain(`${made[0]?.id} is set up correctly.`);
  expect(second.out).not.toContain('whsec_');
  expect(await list()).toEqual(made);
});

test('a disabled endpoint that lacks an event is fixed, and its secret stays', async () => {
  const enabled_events = EVENT_TYPES.filter((type) => type !== 'charge.refunded');
  const { id } = await webhookEndpoints.create({ ...RIGHT, enabled_events });
  await webhookEndpoints.update(id, { disabled: true });
  const { out } = await run();
  for (const says of ['it is disabled.', 'it doesn’t get charge.refunded.']) {
    expect(out).toContain(`${id}: ${says}`);
  }
  expect(out).not.toContain('whsec_');
  expect(await list()).toMatchObject([{ ...RIGHT, id, status: 'enabled' }]);
});

test('an endpoint of another API version is replaced, since its version cannot be changed', async () => {
  const old = await webhookEndpoints.create({ ...RIGHT, api_version: '2020-08-27' });
  const { out } = await run();
  expect(out).toContain(`${old.id} has the API version 2020-08-27, which can’t be changed`);
  expect(out).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+\n/);
  const after = await list();
  expect(after).toMatchObject([
    { ...RIGHT, status: 'enabled' },
    { id: old.id, status: 'disabled' },
  ]);
  expect((await run()).out).toContain(`${after[0]?.id} is set up correctly.`);
  expect(await list()).toEqual(after);
});

test('a second endpoint of the shop is disabled, and those of others are not', async () => {
  const first = await webhookEndpoints.create(RIGHT);
  const second = await webhookEndpoints.create(RIGHT);
  const foreign = { ...RIGHT, url: 'https://other.example/hook', enabled_events: ['*' as const] };
  await webhookEndpoints.create(foreign);
  expect((await run()).out).toContain(`${first.id} would send every event a second time`);
  expect(await list()).toMatchObject([
    { ...foreign, status: 'enabled' },
    { id: second.id, status: 'enabled' },
    { id: first.id, status: 'disabled' },
  ]);
});

const MISSING = 'STRIPE_SECRET_KEY is missing; PUBLIC_SITE_URL is missing';

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['what is missing', { STRIPE_SECRET_KEY: '', PUBLIC_SITE_URL: '' }, MISSING],
  [
    'this machine',
    { PUBLIC_SITE_URL: 'https://localhost:8888' },
    'where Stripe can’t send events.',
  ],
  ['http', { PUBLIC_SITE_URL: 'http://shop.example' }, 'where Stripe can’t send events.'],
  ['an unknown key', { STRIPE_SECRET_KEY: 'sk_test_x1' }, 'Copy the secret key again'],
  ['no answer', { STRIPE_API_URL: 'http://127.0.0.1:9' }, 'Try again in a minute.'],
])('of %s the command says the next step, and ends with 1', async (_, change, says) => {
  const { code, out, err } = await run(change);
  expect(code).toBe(1);
  expect(err).toContain(says);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(out + err).not.toMatch(/sk_test_\w/);
  expect(await list()).toEqual([]);
});
