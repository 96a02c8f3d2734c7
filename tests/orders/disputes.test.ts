import { describe, expect, test } from 'vitest';
import { isNewFact, disputeFromLookup, disputeFromEvent } from '../../netlify/orders/disputes.ts';
import type { Facts } from '../../netlify/orders/facts.ts';
import { orderFrom } from '../../netlify/orders/orders.ts';

const SOLD: Facts = {
  product: 'bundle',
  amount: '1999',
  currency: 'usd',
  created: '1700000000',
  'payment:paid': 'webhook 1700000060',
};

const statusOf = (facts: Facts) => orderFrom('cs_1', facts)?.status;

const orders = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) =>
        orders(items.toSpliced(at, 1)).map((others) => [item].concat(others)),
      );

/** The status of an order that heard of these words, in whatever order they came. */
const statusAfter = (...words: readonly Facts[]) => {
  const statuses = orders(words).map((some) => statusOf(Object.assign({}, SOLD, ...some)));
  expect(new Set(statuses).size).toBe(1);
  return statuses[0];
};

const word = (status: string, at: number, id = 'dp_1') => disputeFromEvent({ id, status }, at);
const course = (...statuses: string[]) =>
  statusAfter(...statuses.map((status, at) => word(status, at)));

const PAID = [
  ['won'],
  ['warning_closed'],
  ['needs_response', 'under_review', 'won'],
  ['warning_needs_response', 'warning_under_review', 'warning_closed'],
  ['warning_needs_response', 'needs_response', 'won'],
  ['needs_response', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won'],
  ['needs_response', 'won', 'appeal_under_review', 'won'],
];
const DISPUTED = [
  ['needs_response'],
  ['under_review'],
  ['lost'],
  ['warning_needs_response'],
  ['warning_under_review'],
  ['warning_closed', 'needs_response'],
  ['appeal_needs_response'],
  ['appeal_under_review'],
  ['needs_response', 'lost', 'appeal_under_review', 'lost'],
  ['won', 'appeal_needs_response'],
  ['won', 'lost'],
  ['prevented'],
  ['won', 'a_word_that_is_new'],
];

describe('an order with a dispute', () => {
  test.each(PAID.map((statuses) => [statuses.join(' > '), statuses] as const))(
    'that went %s is paid, whichever was heard of first',
    (_name, statuses) => {
      expect(course(...statuses)).toBe('paid');
    },
  );

  test.each(DISPUTED.map((statuses) => [statuses.join(' > '), statuses] as const))(
    'that went %s is disputed, whichever was heard of first',
    (_name, statuses) => {
      expect(course(...statuses)).toBe('disputed');
    },
  );

  test.each([
    ['needs_response', 'won', 'paid'],
    ['won', 'appeal_under_review', 'disputed'],
    ['appeal_under_review', 'lost', 'disputed'],
    ['warning_needs_response', 'warning_closed', 'paid'],
    ['warning_closed', 'under_review', 'disputed'],
  ])('that was %s and %s within one second is %s', (one, other, status) => {
    expect(statusAfter(word(one, 5), word(other, 5))).toBe(status);
  });

  test('goes by the event where Stripe was asked within the same second', () => {
    const seen = disputeFromLookup({ id: 'dp_1', status: 'appeal_under_review' }, 5);
    expect(statusAfter(seen, word('won', 5))).toBe('paid');
    expect(statusAfter(seen, word('won', 4))).toBe('disputed');
  });

  test('and a second one is paid once both are over', () => {
    const [won, other] = [word('won', 9), word('needs_response', 5, 'dp_2')];
    expect(statusAfter(won, other)).toBe('disputed');
    expect(statusAfter(won, other, word('won', 10, 'dp_2'))).toBe('paid');
    expect(statusAfter(word('lost', 9), word('won', 10, 'dp_2'))).toBe('disputed');
  });
});

describe('a word of Stripe', () => {
  const known: Facts = { ...SOLD, ...word('needs_response', 5), ...word('lost', 10) };
  const newsIn = (fact: Facts) => Object.keys(fact).filter((name) => isNewFact(known, name));

  test('is news where the dispute stood elsewhere, though it has stood there before', () => {
    expect(newsIn(word('won', 20))).toHaveLength(1);
    expect(newsIn(word('needs_response', 20))).toHaveLength(1);
    expect(newsIn(word('lost', 20, 'dp_2'))).toHaveLength(1);
  });

  test('is none where it stands where it stood', () => {
    expect(newsIn(word('lost', 20))).toEqual([]);
    expect(newsIn(word('lost', 10))).toEqual([]);
    expect(newsIn(word('needs_response', 5))).toEqual([]);
  });
});
