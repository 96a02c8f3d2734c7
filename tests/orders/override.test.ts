import { describe, expect, test } from 'vitest';
import type { Facts } from '../../netlify/orders/facts.ts';
import { orderFrom } from '../../netlify/orders/orders.ts';
import { overrideFact } from '../../netlify/orders/override.ts';

const SOLD: Facts = {
  product: 'bundle',
  amount: '1999',
  currency: 'usd',
  created: '1700000000',
  'payment:paid': 'webhook 1700000060',
};
const AT = 1_700_000_100;

const statusOf = (facts: Facts) => orderFrom('cs_1', facts)?.status;
const block = (facts: Facts): Facts => ({ ...facts, ...overrideFact(facts, 'blocked', AT) });
const open = (facts: Facts): Facts => ({ ...facts, ...overrideFact(facts, 'open', AT) });

test('an override is what the owner did last, even within one second', () => {
  let facts = SOLD;
  for (const [does, status] of [
    [block, 'blocked'],
    [open, 'paid'],
    [block, 'blocked'],
    [block, 'blocked'],
    [open, 'paid'],
  ] as const) {
    facts = does(facts);
    expect(statusOf(facts)).toBe(status);
  }
});

test('an override blocks where the owner did both at once, in two windows', () => {
  const before = open(block(SOLD));
  const both = { ...block(before), ...open(before) };
  expect(statusOf(both)).toBe('blocked');
  expect(statusOf(open(both))).toBe('paid');
});

test('an override lifts a block and excuses nothing with it', () => {
  const blocked = block({ ...SOLD, 'dispute:dp_1:needs_response:1': '' });
  expect(statusOf(blocked)).toBe('blocked');
  expect(statusOf(open(blocked))).toBe('disputed');
  expect(statusOf(open(open(blocked)))).toBe('paid');
});

test('an override says nothing about what nobody has paid', () => {
  const { 'payment:paid': _, ...pending } = SOLD;
  expect(statusOf(block(pending))).toBe('pending');
  expect(statusOf({ ...block(pending), 'payment:paid': 'webhook 1' })).toBe('blocked');
});

const LOST = { 'dispute:dp_1:lost:1': '' };
const APPEAL = { 'dispute:dp_1:appeal_under_review:4': '' };
const REFUND = { 'refund:re_1': '1999 1' };
const PART = { 'refund:re_1': '1000 1', ...LOST };
const REST = { 'refund:re_2': '999 2' };

describe('an order that the owner opened', () => {
  test.each<readonly [known: Facts, closed: string, next: Facts, status: string]>([
    [LOST, 'disputed', {}, 'paid'],
    [LOST, 'disputed', APPEAL, 'paid'],
    [LOST, 'disputed', { 'dispute:dp_2:needs_response:2': '' }, 'disputed'],
    [REFUND, 'refunded', {}, 'paid'],
    [REFUND, 'refunded', APPEAL, 'disputed'],
    [{ 'dispute:dp_1:needs_response:1': '' }, 'disputed', LOST, 'disputed'],
    // An inquiry may become a dispute.
    [
      { 'dispute:dp_1:warning_needs_response:1': '' },
      'disputed',
      { 'dispute:dp_1:needs_response:2': '' },
      'disputed',
    ],
    // A dispute is excused as it stands, and not as it was before.
    [{ ...LOST, 'dispute:dp_1:won:2': '', ...REFUND }, 'refunded', APPEAL, 'disputed'],
    // The rest of the money goes back, and may come back.
    [PART, 'disputed', REST, 'refunded'],
    [PART, 'disputed', { ...REST, 'refund:re_2:returned': '999 3' }, 'paid'],
  ])(
    'in spite of %j, which made it %s, and of which then comes %j, is %s',
    (known, closed, next, status) => {
      const facts = { ...SOLD, ...known };
      expect(statusOf(facts)).toBe(closed);
      expect(statusOf(open(facts))).toBe('paid');
      expect(statusOf({ ...open(facts), ...next })).toBe(status);
    },
  );
});
