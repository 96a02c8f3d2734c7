import { describe, expect, test } from 'vitest';
import { overrideFact } from '../../netlify/orders/override.ts';
import type { Facts } from '../../netlify/orders/facts.ts';
import { orderFrom } from '../../netlify/orders/orders.ts';

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

describe('an override of the owner', () => {
  test('is what it did last, even within one second', () => {
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

  test('blocks where it did both at once, in two windows', () => {
    const before = open(block(SOLD));
    expect(statusOf({ ...block(before), ...open(before) })).toBe('blocked');
    expect(statusOf(open({ ...block(before), ...open(before) }))).toBe('paid');
  });

  test.each([
    ['a dispute', { 'dispute:dp_1:lost:1': '' }, 'disputed'],
    ['a refund', { 'refund:re_1': '1999 1' }, 'refunded'],
  ])('opens in spite of %s that is known, whatever its next status', (_name, closing, closed) => {
    const facts: Facts = { ...SOLD, ...closing };
    expect(statusOf(facts)).toBe(closed);
    const opened = open(facts);
    expect(statusOf(opened)).toBe('paid');
    expect(statusOf({ ...opened, 'dispute:dp_1:appeal_under_review:2': '' })).toBe(
      'dispute:dp_1:lost:1' in closing ? 'paid' : 'disputed',
    );
    expect(statusOf({ ...opened, 'dispute:dp_2:needs_response:2': '' })).toBe('disputed');
  });

  test('lifts a block and excuses nothing with it', () => {
    const blocked = block({ ...SOLD, 'dispute:dp_1:needs_response:1': '' });
    expect(statusOf(blocked)).toBe('blocked');
    expect(statusOf(open(blocked))).toBe('disputed');
    expect(statusOf(open(open(blocked)))).toBe('paid');
  });

  test.each([
    ['an inquiry that becomes a dispute', 'warning_needs_response', 'needs_response'],
    ['a dispute that is lost', 'needs_response', 'lost'],
  ])('closes again with %s', (_name, known, next) => {
    const opened = open({ ...SOLD, [`dispute:dp_1:${known}:1`]: '' });
    expect(statusOf(opened)).toBe('paid');
    expect(statusOf({ ...opened, [`dispute:dp_1:${next}:2`]: '' })).toBe('disputed');
  });

  test('excuses a dispute as it stands, and not what it has been before', () => {
    const won = { 'dispute:dp_1:lost:1': '', 'dispute:dp_1:won:2': '' };
    const opened = open({ ...SOLD, ...won, 'refund:re_1': '1999 3' });
    expect(statusOf(opened)).toBe('paid');
    expect(statusOf({ ...opened, 'dispute:dp_1:appeal_under_review:4': '' })).toBe('disputed');
  });

  test('closes again with a refund that gives back the rest', () => {
    const opened = open({ ...SOLD, 'refund:re_1': '1000 1', 'dispute:dp_1:lost:1': '' });
    expect(statusOf(opened)).toBe('paid');
    const rest = { ...opened, 'refund:re_2': '999 2' };
    expect(statusOf(rest)).toBe('refunded');
    expect(statusOf({ ...rest, 'refund:re_2:returned': '999 3' })).toBe('paid');
  });

  test('says nothing about what nobody has paid', () => {
    const { 'payment:paid': _, ...pending } = SOLD;
    expect(statusOf(block(pending))).toBe('pending');
    expect(statusOf({ ...block(pending), 'payment:paid': 'webhook 1' })).toBe('blocked');
  });
});
