import { expect, test } from 'vitest';
import shapes from '../fixtures/stripe-shapes.json' with { type: 'json' };
import { errorOf, guide, idOf, start } from './harness.ts';

const expectKeysOf = (name: keyof typeof shapes, object: object) => {
  expect(Object.keys(object)).toEqual(expect.arrayContaining(Object.keys(shapes[name])));
  expect(object).toHaveProperty('object', name);
};

test('a new session carries the sum of its line items, its metadata and an address to pay at', async () => {
  const { stripe, origin } = await start();
  const [line] = guide.line_items ?? [];
  const session = await stripe.checkout.sessions.create({
    ...guide,
    line_items: [{ ...line, quantity: 2 }, { ...line }],
    client_reference_id: 'visit-7',
    customer_email: 'parent@example.com',
  });
  expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
  expect(session).toMatchObject({
    amount_total: 2697,
    amount_subtotal: 2697,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    metadata: guide.metadata,
    client_reference_id: 'visit-7',
    customer_details: { email: 'parent@example.com' },
    url: `${origin}/c/pay/${session.id}`,
    expires_at: session.created + 86_400,
  });
  expect(session.lastResponse.requestId).toMatch(/^req_/);
});

test('every object has every key of its published sample', async () => {
  const { stripe, control } = await start();
  const open = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: open.id });
  await control('warn', { session: open.id });
  const session = await stripe.checkout.sessions.retrieve(open.id);
  expectKeysOf('checkout.session', session);
  const intent = await stripe.paymentIntents.retrieve(idOf(session.payment_intent));
  expectKeysOf('payment_intent', intent);
  const charge = await stripe.charges.retrieve(idOf(intent.latest_charge));
  expectKeysOf('charge', charge);
  expectKeysOf('refund', await stripe.refunds.create({ charge: charge.id, amount: 100 }));
  await control('dispute', { session: open.id });
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
  expectKeysOf('dispute', await stripe.disputes.retrieve(dispute?.id ?? ''));
  const [event] = (await stripe.events.list({ type: 'radar.*' })).data;
  expectKeysOf('event', await stripe.events.retrieve(event?.id ?? ''));
  expectKeysOf('radar.early_fraud_warning', event?.data.object ?? {});
  expect(Object.keys(open)).toEqual(expect.arrayContaining(Object.keys(session)));
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
    line_items: { data: [{ description: 'Guide <1>', amount_total: 899, quantity: 1 }] },
    payment_intent: {
      status: 'succeeded',
      amount_received: 899,
      metadata: guide.metadata,
      latest_charge: { object: 'charge', paid: true, refunded: false, amount: 899 },
    },
  });
  const items = await stripe.checkout.sessions.listLineItems(id);
  expect(items.data[0]?.price?.unit_amount).toBe(899);
  const error = await errorOf(stripe.checkout.sessions.retrieve(id, { expand: ['nonsense'] }));
  expect(error.message).toBe('This property cannot be expanded (nonsense).');
});
