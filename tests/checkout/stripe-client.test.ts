import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { nullIfUnknown } from '../../netlify/stripe/client.ts';

const refusal = (statusCode: number, message: string, code?: string) => {
  const type = 'invalid_request_error';
  return Stripe.errors.StripeError.generate({ type, message, statusCode, ...(code && { code }) });
};

test('an id that Stripe does not know or finds malformed is unknown; else the mistake is ours', () => {
  expect(nullIfUnknown(refusal(404, 'No such checkout.session', 'resource_missing'))).toBeNull();
  // tests/stripe/stand-in.shop.test.ts has Stripe's words.
  expect(nullIfUnknown(refusal(400, 'Invalid checkout.session id: cs_123'))).toBeNull();
  const ours = refusal(400, 'Invalid Stripe API version: 2020-01-01');
  expect(() => nullIfUnknown(ours)).toThrow(ours);
});
