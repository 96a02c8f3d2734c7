import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { createStripeClient, loadSdk, nullIfUnknown } from '../../netlify/clients/stripe.ts';
import { Unavailable } from '../../netlify/clients/unavailable.ts';

test('a file of Stripe’s SDK that could not be read once is read for the next question', async () => {
  let tries = 0;
  const client = createStripeClient({ secretKey: 'sk_test_unit', apiUrl: undefined }, () => {
    tries += 1;
    const broken = Object.assign(new Error('open /var/task/stripe.mjs'), { code: 'EMFILE' });
    return tries === 1 ? Promise.reject(broken) : loadSdk();
  });
  const failed = await client.ask(async () => 'asked').catch((error: unknown) => error);
  expect(failed).toEqual(new Unavailable('payments', 'EMFILE'));
  expect(await client.ask(async () => 'asked')).toBe('asked');
  expect(await client.ask(async () => 'again')).toBe('again');
  expect(tries).toBe(2);
});

// tests/stripe/contract.shop.test.ts has Stripe's words.
test.each<[string, number, string, string?]>([
  ['does not know', 404, 'No such checkout.session', 'resource_missing'],
  ['finds malformed', 400, 'Invalid checkout.session id: cs_123'],
  ['refuses otherwise', 400, 'Invalid Stripe API version: 2020-01-01'],
])('an id that Stripe %s is unknown, or a mistake of ours', (how, statusCode, message, code) => {
  const type = 'invalid_request_error';
  const error = Stripe.errors.StripeError.generate({
    type,
    message,
    statusCode,
    ...(code && { code }),
  });
  if (how === 'refuses otherwise') expect(() => nullIfUnknown(error)).toThrow(error);
  else expect(nullIfUnknown(error)).toBeNull();
});
