import { expect, test } from 'vitest';
import { errorOf, guide, start } from './harness.ts';

test('a new session carries the price of its line item, its metadata and an address to pay at', async () => {
  const { stripe, origin } = await start();
  const [line] = guide.line_items ?? [];
  const session = await stripe.checkout.sessions.create({
    ...guide,
    line_items: [{ ...line, quantity: 2 }],
  });
  expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
  expect(session).toMatchObject({
    amount_total: 1798,
    amount_subtotal: 1798,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    metadata: guide.metadata,
    url: `${origin}/c/pay/${session.id}`,
    expires_at: session.created + 86_400,
  });
  expect(session.lastResponse.requestId).toMatch(/^req_/);
});

test('a paid session expands to its payment intent, charge and line items', async () => {
  const { stripe, control } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id, name: 'Robin Park' });
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge', 'line_items'],
  });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'parent@example.com', name: 'Robin Park' },
    line_items: {
      data: [
        { description: 'Guide <1>', amount_total: 899, price: { unit_amount: 899 }, quantity: 1 },
      ],
    },
    payment_intent: {
      status: 'succeeded',
      amount_received: 899,
      metadata: guide.metadata,
      latest_charge: { object: 'charge', paid: true, refunded: false, amount: 899 },
    },
  });
  const error = await errorOf(stripe.checkout.sessions.retrieve(id, { expand: ['nonsense'] }));
  expect(error.message).toBe('This property cannot be expanded (nonsense).');
});
