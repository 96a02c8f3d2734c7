import { expect, test } from 'vitest';
import { chargeOf, errorOf, startPaid } from './harness.ts';

/** A paid session, and the steps that its bank can take. */
const startDisputable = async () => {
  const { stripe, control, send, session, intent } = await startPaid();
  const open = (status: string) => control('dispute', { session, status });
  const update = (id: string, status: string) => send('POST', 'dispute/update', { id, status });
  /** The events of the disputes, oldest first, each with the status that it carries. */
  const events = async () =>
    (await stripe.events.list({ limit: 100 })).data
      .toReversed()
      .flatMap((event) =>
        'status' in event.data.object && event.type.startsWith('charge.dispute.')
          ? [`${event.type.slice('charge.dispute.'.length)} ${event.data.object.status}`]
          : [],
      );
  return { stripe, intent, open, update, events };
};

/** The statuses of a dispute in turn, and the events that the shop gets. */
test.each<[string, string[], string[]]>([
  [
    'an inquiry takes no money until it becomes a dispute',
    ['warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response'],
    [
      'created warning_needs_response',
      'updated warning_under_review',
      'closed warning_closed',
      'updated needs_response',
      'funds_withdrawn needs_response',
    ],
  ],
  [
    'a lost dispute is appealed and won',
    [
      'needs_response',
      'under_review',
      'lost',
      'appeal_needs_response',
      'appeal_under_review',
      'won',
    ],
    [
      'created needs_response',
      'funds_withdrawn needs_response',
      'updated under_review',
      'closed lost',
      'updated appeal_needs_response',
      'updated appeal_under_review',
      'closed won',
      'funds_reinstated won',
    ],
  ],
  [
    'a won dispute is appealed and lost',
    ['needs_response', 'won', 'appeal_needs_response', 'lost'],
    [
      'created needs_response',
      'funds_withdrawn needs_response',
      'closed won',
      'funds_reinstated won',
      'updated appeal_needs_response',
      'funds_withdrawn appeal_needs_response',
      'closed lost',
    ],
  ],
  [
    'a prevented dispute is over at once, and the money is gone',
    ['prevented'],
    ['created prevented', 'funds_withdrawn prevented'],
  ],
])('%s', async (_, [first = '', ...rest], expected) => {
  const { stripe, intent, open, update, events } = await startDisputable();
  const { id } = await open(first);
  for (const status of rest) expect((await update(id, status)).status).toBe(200);
  expect(await events()).toEqual(expected);
  expect((await chargeOf(stripe, intent)).disputed).toBe(true);
});

test('a charge is refundable during an inquiry, and not once the money is withdrawn', async () => {
  const { stripe, open, update } = await startDisputable();
  const { id, charge } = await open('warning_needs_response');
  await stripe.refunds.create({ charge, amount: 100 });
  await update(id, 'needs_response');
  expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({
    code: 'charge_disputed',
  });
});

test('a payment can be disputed twice, and the newer dispute is listed first', async () => {
  const { stripe, open, update } = await startDisputable();
  const first = await open('needs_response');
  await update(first.id, 'won');
  const second = await open('needs_response');
  const { data } = await stripe.disputes.list({ charge: first.charge });
  expect(data).toMatchObject([
    { id: second.id, status: 'needs_response' },
    { id: first.id, status: 'won' },
  ]);
});
