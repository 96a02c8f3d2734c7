import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { errorOf, start } from './harness.ts';

const endpoint: Stripe.WebhookEndpointCreateParams = {
  url: 'https://shop.example/api/stripe-webhook',
  enabled_events: ['checkout.session.completed', 'charge.refunded'],
  api_version: Stripe.API_VERSION,
};

test('a new webhook endpoint shows its secret once, and can be listed and changed', async () => {
  const { stripe } = await start();
  const { webhookEndpoints } = stripe;
  const { secret, ...made } = await webhookEndpoints.create(endpoint);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
  expect(made).toMatchObject({ ...endpoint, object: 'webhook_endpoint', status: 'enabled' });
  const { data } = await webhookEndpoints.list();
  expect(data).toMatchObject([{ id: made.id }]);
  expect(data[0]).not.toHaveProperty('secret');
  const changed = await webhookEndpoints.update(made.id, {
    enabled_events: ['charge.refunded'],
    disabled: true,
  });
  expect(changed).toMatchObject({ status: 'disabled', enabled_events: ['charge.refunded'] });
  // Stripe keeps the API version that an endpoint was made with.
  const refused = await errorOf(webhookEndpoints.update(made.id, endpoint));
  expect(refused).toMatchObject({ code: 'parameter_unknown', param: 'api_version' });
});

test.each<[string, object, object]>([
  ['an unknown event', { enabled_events: ['charge.*'] }, { param: 'enabled_events[0]' }],
  ['a local address', { url: 'http://localhost:8888/' }, { code: 'url_invalid' }],
])('an endpoint with %s is refused', async (_, change, refusal) => {
  const { stripe } = await start();
  const refused = await errorOf(stripe.webhookEndpoints.create({ ...endpoint, ...change }));
  expect(refused).toMatchObject({ statusCode: 400, ...refusal });
});
