import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { errorOf, start } from './harness.ts';

const address: Stripe.WebhookEndpointCreateParams = {
  url: 'https://shop.example/api/stripe-webhook',
  enabled_events: ['checkout.session.completed', 'charge.refunded'],
  api_version: Stripe.API_VERSION,
};

test('the account may take money until it is told that it may not', async () => {
  const { stripe, control } = await start();
  const account = await stripe.accounts.retrieveCurrent();
  expect(account).toMatchObject({
    object: 'account',
    charges_enabled: true,
    payouts_enabled: true,
    country: 'US',
    default_currency: 'usd',
  });
  await control('account', { charges_enabled: false });
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
    charges_enabled: false,
    payouts_enabled: true,
  });
});

test('a webhook endpoint tells its secret once, and can be listed and changed', async () => {
  const { stripe } = await start();
  const { webhookEndpoints } = stripe;
  const { secret, ...made } = await webhookEndpoints.create(address);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
  expect(made).toMatchObject({ ...address, object: 'webhook_endpoint', status: 'enabled' });
  const other = await webhookEndpoints.create({ ...address, enabled_events: ['*'] });
  const { data } = await webhookEndpoints.list();
  expect(data.map(({ id }) => id)).toEqual([other.id, made.id]);
  expect(data[1]).not.toHaveProperty('secret');
  const changed = await webhookEndpoints.update(made.id, {
    enabled_events: ['charge.refunded'],
    disabled: true,
  });
  expect(changed).toMatchObject({ status: 'disabled', enabled_events: ['charge.refunded'] });
});

test.each<[string, object, object]>([
  [
    'an event that does not exist',
    { enabled_events: ['charge.*'] },
    { param: 'enabled_events[0]' },
  ],
  ['an address of this machine', { url: 'http://localhost:8888/' }, { code: 'url_invalid' }],
  ['another field', { events: ['*'] }, { code: 'parameter_unknown', param: 'events' }],
])('an endpoint with %s is refused', async (_, change, refusal) => {
  const { stripe } = await start();
  const refused = await errorOf(stripe.webhookEndpoints.create({ ...address, ...change }));
  expect(refused).toMatchObject({ statusCode: 400, ...refusal });
});

test('the API version of an endpoint cannot be changed', async () => {
  const { stripe } = await start();
  const { id } = await stripe.webhookEndpoints.create(address);
  const refused = await errorOf(stripe.webhookEndpoints.update(id, address));
  expect(refused).toMatchObject({ code: 'parameter_unknown', param: 'api_version' });
});
