import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { createStripeClient, loadSdk, nullIfUnknown } from '../../netlify/stripe/client.ts';
import { Unavailable } from '../../netlify/platform/unavailable.ts';

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

const refusal = (statusCode: number, message: string, code?: string) => {
  const type = 'invalid_request_error';
  return Stripe.errors.StripeError.generate({ type, message, statusCode, ...(code && { code }) });
};

test('an id that Stripe does not know or finds malformed is unknown; else the mistake is ours', () => {
  expect(nullIfUnknown(refusal(404, 'No such checkout.session', 'resource_missing'))).toBeNull();
  // tests/stripe/contract.shop.test.ts has Stripe's words.
  expect(nullIfUnknown(refusal(400, 'Invalid checkout.session id: cs_123'))).toBeNull();
  const ours = refusal(400, 'Invalid Stripe API version: 2020-01-01');
  expect(() => nullIfUnknown(ours)).toThrow(ours);
});
