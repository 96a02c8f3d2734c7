import { expect, test, vi } from 'vitest';
import { chargeOf, errorOf, eventually, guide, start, startPaid } from './harness.ts';

test('refunds in part and in full send both families of events and stop at the charge', async () => {
  const { stripe, control, types, received, session, intent } = await startPaid();
  const part = await stripe.refunds.create({
    payment_intent: intent,
    amount: 200,
    reason: 'requested_by_customer',
    metadata: { ticket: '7' },
  });
  expect(part).toMatchObject({ amount: 200, status: 'succeeded', metadata: { ticket: '7' } });
  const over = await errorOf(stripe.refunds.create({ payment_intent: intent, amount: 700 }));
  expect(over.message).toBe(
    'Refund amount ($7.00) is greater than unrefunded amount on charge ($6.99)',
  );
  await control('refund', { session });
  const whole = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  expect(whole).toMatchObject({
    status: 'succeeded',
    latest_charge: { amount_refunded: 899, refunded: true },
  });
  expect(await errorOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
    code: 'charge_already_refunded',
  });
  const list = await stripe.refunds.list({ payment_intent: intent });
  expect(list.data.map(({ amount }) => amount)).toEqual([699, 200]);
  await eventually(() => {
    expect(types().filter((type) => type === 'refund.created')).toHaveLength(2);
    expect(types().filter((type) => type === 'charge.refunded')).toHaveLength(2);
  });
  const told = received.filter((event) => event.type === 'charge.refunded');
  const charges = told.map((event) => event.data.object);
  expect(charges).not.toContainEqual(expect.objectContaining({ refunds: expect.anything() }));
  expect(charges).toContainEqual(
    expect.objectContaining({ amount_refunded: 200, refunded: false }),
  );
});

test('a refund to a bank account is pending first and finishes later', async () => {
  const { stripe, control, types } = await start();
  const { id } = await stripe.checkout.sessions.create(guide);
  await control('pay', { session: id, method: 'bank', settle: 'never' });
  await control('settle', { session: id, outcome: 'succeeded' });
  const { id: refundId } = await control('refund', { session: id });
  expect((await stripe.refunds.retrieve(refundId)).status).toBe('pending');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 });
  expect((await stripe.refunds.retrieve(refundId)).status).toBe('succeeded');
  vi.useRealTimers();
  await eventually(() => expect(types()).toContain('refund.updated'));
});

test('a refund can fail, and then the charge is whole again', async () => {
  const { stripe, control, types, session, intent } = await startPaid();
  const { id: refundId } = await control('refund', { session });
  await control('refund/fail', { id: refundId });
  expect(await stripe.refunds.retrieve(refundId)).toMatchObject({ status: 'failed' });
  expect(await chargeOf(stripe, intent)).toMatchObject({
    refunded: false,
    amount_refunded: 0,
    refunds: { data: [{ id: refundId, status: 'failed' }] },
  });
  await eventually(() => expect(types()).toContain('refund.failed'));
});

test('a fraud warning can be acted upon, but not after the money has gone back', async () => {
  const { control, received, session } = await startPaid();
  const warnings = () =>
    received.filter((event) => event.type === 'radar.early_fraud_warning.created');
  await control('warn', { session });
  await eventually(() => expect(warnings()).toHaveLength(1));
  await control('refund', { session });
  await control('warn', { session });
  await eventually(() => expect(warnings()).toHaveLength(2));
  expect(warnings().map((event) => event.data.object.actionable)).toEqual([true, false]);
});
