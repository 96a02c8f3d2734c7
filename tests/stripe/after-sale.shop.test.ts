import { expect, test, vi } from 'vitest';
import { chargeOf, errorOf, eventually, guide, start, startPaid } from './harness.ts';

test('refunds in part and in full send both families of events and stop at the charge', async () => {
  const { stripe, control, types, received, session, intent } = await startPaid();
  await stripe.refunds.create({ payment_intent: intent, amount: 200 });
  const over = await errorOf(stripe.refunds.create({ payment_intent: intent, amount: 700 }));
  expect(over.message).toContain('is greater than unrefunded amount on charge ($6.99)');
  await control('refund', { session });
  expect(await chargeOf(stripe, intent)).toMatchObject({ amount_refunded: 899, refunded: true });
  expect(await errorOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
    code: 'charge_already_refunded',
  });
  await eventually(() => {
    expect(types().filter((type) => type === 'refund.created')).toHaveLength(2);
    expect(types().filter((type) => type === 'charge.refunded')).toHaveLength(2);
  });
  const refunded = received.filter((event) => event.type === 'charge.refunded');
  const charges = refunded.map((event) => event.data.object);
  expect(charges).not.toContainEqual(expect.objectContaining({ refunds: expect.anything() }));
  expect(charges).toContainEqual(
    expect.objectContaining({ amount_refunded: 200, refunded: false }),
  );
});

test('a refund to a bank account is pending first, and can fail', async () => {
  const { stripe, control, types } = await start();
  const { id: session } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session, method: 'bank', settle: 'never' });
  const { payment_intent: intent } = await control('settle', { session, outcome: 'succeeded' });
  const { id } = await control('refund', { session });
  expect((await stripe.refunds.retrieve(id)).status).toBe('pending');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
  expect((await stripe.refunds.retrieve(id)).status).toBe('succeeded');
  vi.useRealTimers();
  await control('refund/fail', { id });
  expect(await chargeOf(stripe, intent ?? '')).toMatchObject({
    refunded: false,
    amount_refunded: 0,
    refunds: { data: [{ id, status: 'failed' }] },
  });
  await eventually(() => expect(types()).toEqual(expect.arrayContaining(['refund.failed'])));
  expect(types()).toContain('refund.updated');
});

test('a charge lists ten of its refunds and says that there are more; the list of refunds has all', async () => {
  const { stripe, session, intent, control } = await startPaid();
  const made: string[] = [];
  for (let cents = 1; cents <= 11; cents += 1) {
    made.unshift((await control('refund', { session, amount: cents })).id);
    const { refunds } = await chargeOf(stripe, intent);
    expect(refunds?.has_more).toBe(cents > 10);
    expect(refunds?.data.map(({ id }) => id)).toEqual(made.slice(0, 10));
  }
  const { id: charge } = await chargeOf(stripe, intent);
  const all = await stripe.refunds.list({ charge, limit: 7 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(made);
});
