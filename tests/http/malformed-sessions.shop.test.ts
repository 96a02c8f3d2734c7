import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { nullIfUnknown } from '../../netlify/clients/stripe.ts';
import { findSession } from '../../netlify/orders/stripe-sessions.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop({ withMail: true });

const IDS = ['', '1', 'x', 'cs_123', 'cs_prod_123', 'cs_test_', `cs_test_${'a'.repeat(80)}`];
const WORDS = 'This link is incomplete. Open the whole link again, or find your purchase.';

describe.each(IDS)('the session id %s', (id) => {
  test.each([
    ['verify-payment', () => shop.post('/api/verify-payment', { sessionId: id })],
    ['orders', () => shop.call(`/api/orders?session_id=${id}`)],
    [
      'secure-file-access',
      () => shop.post('/api/secure-file-access', { product_id: 'guide-1', session_id: id }),
    ],
  ])('is refused by %s before anybody is asked', async (_route, ask) => {
    const before = shop.calls();
    await expectProblem(await ask(), 400, 'invalid_request');
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  });

  test.each(['/guide-download', '/payment-success'])(
    'is denied on %s in words, with a way to the purchase, where no script runs',
    async (path) => {
      const before = shop.calls();
      const page = await shop.call(`${path}?session_id=${id}`, { method: 'POST' });
      const text = await page.text();
      expect([page.status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual([403, 'Access denied']);
      expect(text).toContain(WORDS);
      expect(text).toContain('<a href="/find-purchase">Find your purchase</a>');
      expect(text).not.toContain('complete your purchase');
      expect(shop.callsSince(before)).toEqual([0, 0, 0]);
    },
  );
});

test('an id that only Stripe finds malformed is unknown, and no outage', async () => {
  const before = shop.callsTo('stripe');
  expect(await findSession('cs_123')).toBe('unknown');
  expect(shop.callsTo('stripe') - before).toBe(1);
});

test('another request that Stripe calls invalid is a mistake of ours, and hides no session', () => {
  const error = Stripe.errors.StripeError.generate({
    type: 'invalid_request_error',
    message: 'Invalid Stripe API version: 2020-01-01',
    statusCode: 400,
  });
  expect(() => nullIfUnknown(error)).toThrow(error);
});
