import { describe, expect, test } from 'vitest';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { disputeFromEvent, disputeFromLookup, isNewFact } from '../../netlify/orders/disputes.ts';
import type { Facts } from '../../netlify/orders/facts.ts';
import { factsOf, orderFrom } from '../../netlify/orders/orders.ts';
import { overrideFact } from '../../netlify/orders/override.ts';
import { sessionFor } from '../shop/seed.ts';

const LEARNED = { source: 'webhook', at: 1_763_716_800 } as const;

/** The facts of a sale for 1999 cents, as Stripe answers at some moment. */
const factsAt = (moment: Partial<CheckoutSession> = {}): Facts | null =>
  factsOf(sessionFor(3, { amountInCents: 1999, ...moment }), LEARNED);
const SOLD = factsAt() ?? {};

const statusOf = (facts: Facts) => orderFrom('cs_1', facts)?.status;

const inEveryOrder = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) =>
        inEveryOrder(items.toSpliced(at, 1)).map((others) => [item].concat(others)),
      );

/** The status by these facts, whichever of them were heard of first. */
const statusBy = (...heard: readonly Facts[]) => {
  const statuses = inEveryOrder(heard).map((some) => statusOf(Object.assign({}, ...some)));
  expect(new Set(statuses).size).toBe(1);
  return statuses[0];
};

test('an order does not exist while nothing was paid', () => {
  expect(factsAt({ payment: 'none' })).toBeNull();
  expect(orderFrom('cs_1', {})).toBeNull();
});

const createdAt = 1_700_000_060;
const withRefunds = (...refunds: readonly [amount: number, status?: string, id?: string][]) => ({
  refunds: refunds.map(([amountInCents, status = 'succeeded', id = 're_1']) => ({
    id,
    amountInCents,
    status,
    createdAt,
  })),
});

test.each<readonly [status: string, moments: readonly Partial<CheckoutSession>[]]>([
  ['pending', [{ payment: 'pending' }]],
  ['paid', [{ payment: 'pending' }, { payment: 'paid' }]],
  ['failed', [{ payment: 'pending' }, { payment: 'failed' }]],
  // By a full discount.
  ['paid', [{ amountInCents: 0 }]],
  ['paid', [withRefunds([500])]],
  ['refunded', [withRefunds([1999])]],
  ['refunded', [withRefunds([999]), withRefunds([999], [1000, 'pending', 're_2'])]],
  // A refund may fail even after it had succeeded.
  ['paid', [withRefunds([1999]), withRefunds([1999, 'failed'])]],
  ['paid', [withRefunds([1999]), withRefunds([1999, 'canceled'])]],
])('an order is %s after %j, whichever came first', (status, moments) => {
  expect(statusBy(...moments.map((moment) => factsAt(moment) ?? {}))).toBe(status);
});

// As they were written before a refund's end was a fact of its own.
const OLDER = { 'refund:re_1:pending': '1000', 'refund:re_1:succeeded': '1000' };
const NEWER = { 'refund:re_1': '1000 1700000100', 'refund:re_2:succeeded': '999' };
test.each([
  ['paid', 1000, {}],
  ['refunded', 1999, NEWER],
  ['paid', 1000, { ...NEWER, 'refund:re_2:failed': '999' }],
])('older facts are read too: %s, %d with %j', (status, refundedInCents, more) => {
  const order = orderFrom('cs_1', { ...SOLD, ...OLDER, ...more });
  expect(order).toMatchObject({ status, refundedInCents });
});

const word = (status: string, at: number, id = 'dp_1') => disputeFromEvent({ id, status }, at);

describe('an order with a dispute', () => {
  test.each([
    ['paid', 'needs_response under_review won'],
    ['paid', 'warning_needs_response warning_under_review warning_closed'],
    ['paid', 'warning_needs_response needs_response won'],
    ['paid', 'needs_response lost appeal_needs_response appeal_under_review won'],
    ['paid', 'needs_response won appeal_under_review won'],
    ['disputed', 'under_review'],
    ['disputed', 'warning_needs_response'],
    ['disputed', 'warning_under_review'],
    ['disputed', 'warning_closed needs_response'],
    ['disputed', 'appeal_under_review'],
    ['disputed', 'needs_response lost appeal_under_review lost'],
    ['disputed', 'won appeal_needs_response'],
    ['disputed', 'won lost'],
    ['disputed', 'prevented'],
    ['disputed', 'won a_word_that_is_new'],
  ])('is %s where it went %s, whichever was heard of first', (status, course) => {
    expect(statusBy(SOLD, ...course.split(' ').map((one, at) => word(one, at)))).toBe(status);
  });

  test.each([
    ['needs_response', 'won', 'paid'],
    ['won', 'appeal_under_review', 'disputed'],
    ['warning_closed', 'under_review', 'disputed'],
  ])('that was %s and %s within one second is %s', (one, other, status) => {
    expect(statusBy(SOLD, word(one, 5), word(other, 5))).toBe(status);
  });

  test('goes by the event where Stripe was asked within the same second', () => {
    const seen = disputeFromLookup({ id: 'dp_1', status: 'appeal_under_review' }, 5);
    expect(statusBy(SOLD, seen, word('won', 5))).toBe('paid');
    expect(statusBy(SOLD, seen, word('won', 4))).toBe('disputed');
  });

  test('and a second one is paid once both are over', () => {
    const [won, other] = [word('won', 9), word('needs_response', 5, 'dp_2')];
    expect(statusBy(SOLD, won, other)).toBe('disputed');
    expect(statusBy(SOLD, won, other, word('won', 10, 'dp_2'))).toBe('paid');
    expect(statusBy(SOLD, word('lost', 9), word('won', 10, 'dp_2'))).toBe('disputed');
  });

  test.each([
    ['won', 20, 'dp_1', 1],
    ['needs_response', 20, 'dp_1', 1],
    ['lost', 20, 'dp_2', 1],
    ['lost', 10, 'dp_1', 0],
    ['needs_response', 5, 'dp_1', 0],
  ])('that is lost and is heard of as %s at %d (%s) has %d new facts', (status, at, id, news) => {
    const known: Facts = { ...SOLD, ...word('needs_response', 5), ...word('lost', 10) };
    const added = Object.keys(word(status, at, id)).filter((name) => isNewFact(known, name));
    expect(added).toHaveLength(news);
  });
});

const override = (facts: Facts, access: 'blocked' | 'open'): Facts => ({
  ...facts,
  ...overrideFact(facts, access, 1_700_000_100),
});
const block = (facts: Facts): Facts => override(facts, 'blocked');
const open = (facts: Facts): Facts => override(facts, 'open');

describe('an order that the owner closes or opens', () => {
  test('is as the owner did last, even within one second', () => {
    const statuses: unknown[] = [];
    [block, open, block, block, open].reduce((facts, does) => {
      statuses.push(statusOf(does(facts)));
      return does(facts);
    }, SOLD);
    expect(statuses).toEqual(['blocked', 'paid', 'blocked', 'blocked', 'paid']);
  });

  test('is blocked where the owner did both at once, in two windows', () => {
    const before = open(block(SOLD));
    const both = { ...block(before), ...open(before) };
    expect(statusOf(both)).toBe('blocked');
    expect(statusOf(open(both))).toBe('paid');
  });

  test('has no dispute excused by the lifting of a block', () => {
    const blocked = block({ ...SOLD, 'dispute:dp_1:needs_response:1': '' });
    expect([blocked, open(blocked), open(open(blocked))].map(statusOf)).toEqual([
      'blocked',
      'disputed',
      'paid',
    ]);
  });

  test('is not blocked while nobody has paid it', () => {
    const { 'payment:paid': paid = '', ...pending } = SOLD;
    expect(statusOf(block(pending))).toBe('pending');
    expect(statusOf({ ...block(pending), 'payment:paid': paid })).toBe('blocked');
  });

  const LOST = { 'dispute:dp_1:lost:1': '' };
  const APPEAL = { 'dispute:dp_1:appeal_under_review:4': '' };
  const REFUND = { 'refund:re_1': '1999 1' };
  const PART = { 'refund:re_1': '1000 1', ...LOST };
  const REST = { 'refund:re_2': '999 2' };
  const INQUIRY = { 'dispute:dp_1:warning_needs_response:1': '' };
  test.each<readonly [known: Facts, closed: string, next: Facts, status: string]>([
    [LOST, 'disputed', APPEAL, 'paid'],
    [LOST, 'disputed', { 'dispute:dp_2:needs_response:2': '' }, 'disputed'],
    [REFUND, 'refunded', APPEAL, 'disputed'],
    [{ 'dispute:dp_1:needs_response:1': '' }, 'disputed', LOST, 'disputed'],
    // An inquiry may become a dispute.
    [INQUIRY, 'disputed', { 'dispute:dp_1:needs_response:2': '' }, 'disputed'],
    // A dispute is excused as it stands, and not as it was before.
    [{ ...LOST, 'dispute:dp_1:won:2': '', ...REFUND }, 'refunded', APPEAL, 'disputed'],
    // The rest of the money goes back, and may come back.
    [PART, 'disputed', REST, 'refunded'],
    [PART, 'disputed', { ...REST, 'refund:re_2:returned': '999 3' }, 'paid'],
  ])('in spite of %j (%s), and then %j, is %s', (known, closed, next, status) => {
    const facts = { ...SOLD, ...known };
    expect(statusOf(facts)).toBe(closed);
    expect(statusOf(open(facts))).toBe('paid');
    expect(statusOf({ ...open(facts), ...next })).toBe(status);
  });
});
