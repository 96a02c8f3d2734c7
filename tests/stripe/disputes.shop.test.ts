import { expect, test } from 'vitest';
import { chargeOf, click, errorOf, eventually, startPaid } from './harness.ts';

/** A paid session, and what its bank may do. */
const startDisputable = async () => {
  const { stripe, control, send, types, origin, session, intent } = await startPaid();
  const open = (status: string) => control('dispute', { session, status });
  const update = (id: string, status: string) => send('POST', 'dispute/update', { id, status });
  /** The events of a dispute, oldest first, each with the status that it tells. */
  const told = async (count: number) => {
    await eventually(() =>
      expect(types().filter((type) => type.startsWith('charge.dispute.'))).toHaveLength(count),
    );
    const { data } = await stripe.events.list({ limit: 100 });
    return data
      .toReversed()
      .flatMap((event) =>
        'status' in event.data.object && event.type.startsWith('charge.dispute.')
          ? [`${event.type.slice('charge.dispute.'.length)} ${event.data.object.status}`]
          : [],
      );
  };
  const find = async (id: string) =>
    (await stripe.disputes.list()).data.find((dispute) => dispute.id === id);
  return { stripe, session, intent, control, open, update, told, find, origin };
};

test('an inquiry takes no money and may be refunded; a dispute that it becomes takes it', async () => {
  const { stripe, open, update, told, find } = await startDisputable();
  const { id, charge } = await open('warning_needs_response');
  expect(await find(id)).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    payment_method_details: { card: { case_type: 'inquiry' } },
  });
  await stripe.refunds.create({ charge, amount: 100 });
  await update(id, 'warning_under_review');
  await update(id, 'warning_closed');
  await update(id, 'needs_response');
  expect(await find(id)).toMatchObject({
    is_charge_refundable: false,
    payment_method_details: { card: { case_type: 'chargeback' } },
  });
  expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({
    code: 'charge_disputed',
  });
  expect(await told(5)).toEqual([
    'created warning_needs_response',
    'updated warning_under_review',
    'closed warning_closed',
    'updated needs_response',
    'funds_withdrawn needs_response',
  ]);
});

test('a lost dispute can be appealed and won, a won one appealed and lost', async () => {
  const { open, update, told } = await startDisputable();
  const { id } = await open('needs_response');
  const course = ['under_review', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won'];
  for (const status of [...course, 'appeal_needs_response', 'lost']) {
    expect((await update(id, status)).status).toBe(200);
  }
  expect(await told(11)).toEqual([
    'created needs_response',
    'funds_withdrawn needs_response',
    'updated under_review',
    'closed lost',
    'updated appeal_needs_response',
    'updated appeal_under_review',
    'closed won',
    'funds_reinstated won',
    'updated appeal_needs_response',
    'funds_withdrawn appeal_needs_response',
    'closed lost',
  ]);
});

test('a prevented dispute is over at once, and the money gone', async () => {
  const { stripe, intent, open, update, told, find } = await startDisputable();
  const { id } = await open('prevented');
  expect((await find(id))?.payment_method_details?.card?.case_type).toBe('resolution');
  expect((await chargeOf(stripe, intent)).disputed).toBe(true);
  expect((await update(id, 'won')).status).toBe(400);
  expect(await told(2)).toEqual(['created prevented', 'funds_withdrawn prevented']);
});

test.each([
  ['needs_response', 'warning_closed'],
  ['needs_response', 'appeal_under_review'],
  ['warning_needs_response', 'won'],
])('%s does not become %s', async (from, to) => {
  const { open, update, find } = await startDisputable();
  const { id } = await open(from);
  expect((await update(id, to)).status).toBe(400);
  expect((await find(id))?.status).toBe(from);
});

test('a payment can be disputed a second time, and both are listed', async () => {
  const { stripe, open, update } = await startDisputable();
  const first = await open('needs_response');
  await update(first.id, 'won');
  const second = await open('needs_response');
  const { data } = await stripe.disputes.list({ charge: first.charge });
  expect(data.map(({ id, status }) => [id, status])).toEqual([
    [second.id, 'needs_response'],
    [first.id, 'won'],
  ]);
});

test('a charge lists ten of its refunds and says that there are more; the list of refunds has all', async () => {
  const { stripe, session, intent, control } = await startDisputable();
  const made: string[] = [];
  let charge = '';
  for (let cents = 1; cents <= 12; cents += 1) {
    const refund = await control('refund', { session, amount: cents });
    made.unshift(refund.id);
    ({ charge } = refund);
    const { refunds } = await chargeOf(stripe, intent);
    expect(refunds?.has_more).toBe(cents > 10);
    expect(refunds?.data.map(({ id }) => id)).toEqual(made.slice(0, 10));
  }
  const first = await stripe.refunds.list({ charge, limit: 7 });
  const [last] = first.data.slice(-1);
  const second = await stripe.refunds.list({
    charge,
    limit: 7,
    ...(last && { starting_after: last.id }),
  });
  expect([first.has_more, second.has_more]).toEqual([true, false]);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
});

test('the dashboard opens disputes and offers what may follow, and nothing else', async () => {
  const { stripe, session, origin } = await startDisputable();
  const offers = async () => {
    const page = await (await fetch(origin)).text();
    const forms = page.matchAll(/action="\/dashboard\/dispute(\/update)?">([^]*?)<\/form>/g);
    return [...forms].map(([, isUpdate, fields = '']) => {
      const { status } = /name="status" value="(?<status>\w+)"/.exec(fields)?.groups ?? {};
      return isUpdate ? status : `open ${status}`;
    });
  };
  const openings = ['open needs_response', 'open warning_needs_response', 'open prevented'];
  expect(await offers()).toEqual(openings);
  await click(origin, 'dispute', { session, status: 'warning_needs_response' });
  const afterInquiry = ['warning_under_review', 'warning_closed', 'needs_response', ...openings];
  expect(await offers()).toEqual(afterInquiry);
  const [dispute] = (await stripe.disputes.list()).data;
  const id = dispute?.id ?? '';
  expect((await click(origin, 'dispute/update', { id, status: 'won' })).status).toBe(422);
  expect((await click(origin, 'dispute/update', { id, status: 'needs_response' })).status).toBe(
    303,
  );
  expect(await offers()).toEqual(['under_review', 'won', 'lost', ...openings]);
});
