import { expect, test, vi } from 'vitest';
import { eventually, guide, start, submit } from './harness.ts';

const CARD = { number: '4242 4242 4242 4242', name: 'Robin Park' };

test('a buyer pays by the form, and returns once the shop has answered the event', async () => {
  const { stripe, received, types, delays } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const page = await (await fetch(url ?? '')).text();
  for (const shown of ['no real money moves', 'Guide &lt;1&gt;', 'Pay $8.99']) {
    expect(page).toContain(shown);
  }
  expect(page).not.toContain('<script');
  delays.push(150, 150, 150);
  const answer = await submit(url, CARD);
  expect(answer.headers.get('location')).toBe(
    `http://localhost:8888/payment-success?session_id=${id}`,
  );
  const completed = received.find((event) => event.type === 'checkout.session.completed');
  expect(completed?.data.object).toMatchObject({
    id,
    payment_status: 'paid',
    customer_details: { email: 'parent@example.com', name: 'Robin Park' },
  });
  await eventually(() =>
    expect(types().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]),
  );
  const reopened = await (await fetch(url ?? '')).text();
  expect(reopened).toContain('You have already paid');
});

test('a declined card leaves the session open for another one', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const declined = await submit(url, { number: '4000000000000002' });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('Your card was declined.');
  await eventually(() => expect(types()).toContain('payment_intent.payment_failed'));
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  expect((await submit(url, CARD)).status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
});

test.each([
  { outcome: 'succeeded', status: 'paid', intent: 'succeeded' },
  { outcome: 'failed', status: 'unpaid', intent: 'requires_payment_method' },
])(
  'a bank debit completes the session unpaid, and then has $outcome',
  async ({ outcome, status, intent }) => {
    const { stripe, control, types } = await start();
    const { id, url } = await stripe.checkout.sessions.create(guide);
    const seen = () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect((await submit(url, { method: 'bank', settle: 'never' })).status).toBe(303);
    expect(await seen()).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    await control('settle', { session: id, outcome });
    expect(await seen()).toMatchObject({
      payment_status: status,
      payment_intent: { status: intent },
    });
    await eventually(() => expect(types()).toContain(`checkout.session.async_payment_${outcome}`));
  },
);

test('a bank debit settles by itself after ten seconds', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  await submit(url, { method: 'bank', settle: 'seconds' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
  vi.useRealTimers();
  await eventually(() => expect(types()).toContain('checkout.session.async_payment_succeeded'));
});
