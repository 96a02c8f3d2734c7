import { expect, test, vi } from 'vitest';
import { eventually, guide, start, submit } from './harness.ts';

test('a buyer pays by the form, and returns once the shop has answered the event', async () => {
  const { stripe, received, types, delays } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const page = await (await fetch(url ?? '')).text();
  expect(page).toContain('no real money moves');
  expect(page).toContain('Guide &lt;1&gt;');
  expect(page).toContain('Pay $8.99');
  expect(page).not.toContain('<script');
  delays.push(150, 150, 150);
  const answer = await submit(url, { number: '4242 4242 4242 4242', name: 'Robin Park' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(
    `http://localhost:8888/payment-success?session_id=${id}`,
  );
  expect(types()).toContain('checkout.session.completed');
  await eventually(() =>
    expect(types().toSorted()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]),
  );
  const completed = received.find((event) => event.type === 'checkout.session.completed');
  expect(completed?.data.object).toMatchObject({
    id,
    payment_status: 'paid',
    customer_details: { email: 'parent@example.com', name: 'Robin Park' },
  });
  const reopened = await (await fetch(url ?? '')).text();
  expect(reopened).toContain('You have already paid');
  expect(reopened).toContain(`session_id=${id}`);
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(303);
  expect(await stripe.events.list()).toMatchObject({ data: { length: 3 } });
});

test('two clicks on Pay charge once and lead to the same address', async () => {
  const { stripe } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const clicks = [1, 2, 3].map(() => submit(url, { number: '4242424242424242' }));
  for (const answer of await Promise.all(clicks)) {
    expect(answer.headers.get('location')).toContain(id);
  }
  expect((await stripe.events.list({ types: ['charge.succeeded'] })).data).toHaveLength(1);
});

test('a declined card leaves the session open for another one', async () => {
  const { stripe, types } = await start();
  const { id, url } = await stripe.checkout.sessions.create(guide);
  const declined = await submit(url, { number: '4000000000000002' });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('Your card was declined.');
  await eventually(() => expect(types()).toContain('payment_intent.payment_failed'));
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  expect((await submit(url, { number: '4242424242424242' })).status).toBe(303);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({
    payment_status: 'paid',
    payment_intent: { status: 'succeeded', last_payment_error: null },
  });
});

test.each([
  [{ number: '4111111111111111' }, 'Your card number is invalid.'],
  [{ number: '4242424242424242', expiry: '01/20' }, 'expiration date is in the past.'],
  [{ number: '4242424242424242', expiry: 'soon' }, 'expiration date is incomplete.'],
  [{ number: '4242424242424242', cvc: '1' }, 'security code is incomplete.'],
  [{ number: '4242424242424242', email: 'nobody' }, 'Your email is incomplete.'],
])('the form explains what is wrong with %o', async (fields, words) => {
  const { stripe } = await start();
  const { url } = await stripe.checkout.sessions.create(guide);
  const answer = await submit(url, fields);
  expect(answer.status).toBe(422);
  expect((await answer.text()).replaceAll('&#39;', "'")).toContain(words);
});

test.each([
  { outcome: 'succeeded', status: 'paid', intent: 'succeeded' },
  { outcome: 'failed', status: 'unpaid', intent: 'requires_payment_method' },
])(
  'a bank debit completes the session unpaid, and then has $outcome',
  async ({ outcome, status, intent }) => {
    const { stripe, control, types } = await start();
    const { id, url } = await stripe.checkout.sessions.create(guide);
    expect((await submit(url, { method: 'bank', settle: 'never' })).status).toBe(303);
    const expand = ['payment_intent'];
    expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    await control('settle', { session: id, outcome });
    expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
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
