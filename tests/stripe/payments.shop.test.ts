import { expect, test, vi } from 'vitest';
import { guide, start, startPaid } from './harness.ts';

const CARD = { number: '4242 4242 4242 4242' };

const post = (url: string | null, fields: Record<string, string>, origin?: string) =>
  fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: origin ? { origin } : {},
    redirect: 'manual',
  });

/** A buyer sends the form of the payment page. */
const submit = (url: string | null, fields: Record<string, string>) =>
  post(url, { email: 'parent@example.com', expiry: '12 / 34', cvc: '123', ...fields });

/** Starts the stand-in with a session that nobody has paid yet. */
const startOpen = async () => {
  const started = await start();
  const { id, url } = await started.stripe.checkout.sessions.create(guide);
  const expand = ['payment_intent.latest_charge'];
  const seen = () => started.stripe.checkout.sessions.retrieve(id, { expand });
  return { ...started, id, url, seen };
};

test('a buyer pays by the form, and returns once the shop has answered the event', async () => {
  const { id, url, seen, received, types } = await startOpen();
  expect(await (await fetch(url ?? '')).text()).toMatch(/Guide &lt;1&gt;.*Pay \$8\.99/s);
  const answer = await submit(url, CARD);
  const back = `http://localhost:8888/payment-success?session_id=${id}`;
  expect(answer.headers.get('location')).toBe(back);
  const completed = received.find((event) => event.type === 'checkout.session.completed');
  expect(completed?.data.object).toMatchObject({ id, payment_status: 'paid' });
  expect(await seen()).toMatchObject({
    status: 'complete',
    url: null,
    customer_details: { email: 'parent@example.com' },
    payment_intent: { metadata: guide.metadata, latest_charge: { paid: true, amount: 899 } },
  });
  await expect.poll(types).toHaveLength(3);
  expect(types()).toEqual(expect.arrayContaining(['charge.succeeded', 'payment_intent.succeeded']));
  expect(await (await fetch(url ?? '')).text()).toContain('You have paid');
});

test.each([
  ['another one', 0, 'paid'],
  ['a code that makes it free', 899, 'no_payment_required'],
])('a declined card leaves the session open for %s', async (_what, amount, status) => {
  const { id, url, seen, control } = await startOpen();
  expect((await submit(url, { number: '4000000000000002' })).status).toBe(402);
  if (amount > 0) await control('discount', { session: id, amount });
  expect((await submit(url, CARD)).status).toBe(303);
  expect(await seen()).toMatchObject({ status: 'complete', payment_status: status });
});

test('a session expires after a day, and takes no money any more', async () => {
  const { url, types, seen } = await startOpen();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect(await seen()).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  vi.useRealTimers();
  await expect.poll(types).toContain('checkout.session.expired');
  expect((await submit(url, CARD)).status).toBe(410);
});

test.each(['succeeded', 'failed'])('a bank debit is pending until it has %s', async (outcome) => {
  const { id, url, seen, control, types } = await startOpen();
  await submit(url, { method: 'bank' });
  expect(await (await fetch(url ?? '')).text()).toContain('Your debit is pending');
  const pending = { payment_status: 'unpaid', payment_intent: { status: 'processing' } };
  expect(await seen()).toMatchObject(pending);
  await control('settle', { session: id, outcome });
  expect((await seen()).payment_status).toBe(outcome === 'succeeded' ? 'paid' : 'unpaid');
  await expect.poll(types).toContain(`checkout.session.async_payment_${outcome}`);
});

test('an event that the shop answers with 500 is sent again under the same id', async () => {
  const { stripe, url, answers, received } = await startOpen();
  const waiting = async () =>
    (await stripe.events.list()).data.map((event) => event.pending_webhooks);
  answers.push(500, 500, 500);
  await submit(url, CARD);
  await expect.poll(waiting).toEqual([0, 0, 0]);
  expect(received).toHaveLength(6);
  expect(new Set(received.map((event) => event.id)).size).toBe(3);
});

test('the dashboard lists payments and events, and refuses the pages of other sites', async () => {
  const { origin, types, session } = await startPaid();
  const elsewhere = 'http://localhost:8888';
  const refund = (amount: string, from = origin) =>
    post(`${origin}/_control/refund`, { session, amount }, from);
  expect((await refund('250', elsewhere)).status).toBe(403);
  expect((await refund('250')).status).toBe(303);
  expect((await refund('2000')).status).toBe(422);
  await expect.poll(types).toContain('charge.refunded');
  const page = await (await fetch(origin)).text();
  for (const shown of ['succeeded, $2.50 refund succeeded', 'checkout.session.completed']) {
    expect(page).toContain(shown);
  }
  const foreign = { method: 'PUT', headers: { origin: elsewhere }, body: '{}' };
  expect((await fetch(`${origin}/_control/faults`, foreign)).status).toBe(403);
});
