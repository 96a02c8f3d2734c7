import { expect, test } from 'vitest';
import {
  hasComplained,
  isLost,
  lastReceipt,
  lastState,
  nextCopy,
} from '../../netlify/mail/receipt-facts.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const stateOf = (facts: Facts): string | undefined => {
  const last = lastReceipt(facts);
  return last && lastState(last)?.is;
};

const SENT = { 'mail:receipt': 'sent 10 id' };
const UNSURE = { 'mail:receipt': 'unsure 10 no answer for a day' };
const DELIVERED = { 'mail:receipt:delivered': '13' };
const BOUNCED = { 'mail:receipt:bounced': '12 x y' };
const DELAYED = { 'mail:receipt:delayed': '11' };
const COMPLAINED = { 'mail:receipt:complained': '14' };

test.each<readonly [state: string | undefined, facts: Facts]>([
  [undefined, { 'payment:paid': 'webhook 1', 'mail:receipt:tried': '5' }],
  ['sent', SENT],
  ['refused', { 'mail:receipt': 'refused 10 422 validation_error' }],
  ['unsure', UNSURE],
  ['delivered', { ...SENT, ...DELAYED, ...DELIVERED }],
  ['bounced', { ...SENT, ...BOUNCED, ...DELIVERED }],
  ['delivered', { ...UNSURE, ...DELIVERED }],
  ['delivered', DELIVERED],
  ['complained', { ...SENT, ...DELAYED, ...DELIVERED, ...BOUNCED, ...COMPLAINED }],
  ['sent', { ...SENT, ...BOUNCED, 'mail:again:1': 'sent 20 own id' }],
  ['bounced', { 'mail:again:2:bounced': '30 x y', 'mail:again:1': 'sent 20 own id' }],
  ['sent', { 'mail:again:10': 'sent 30 own id', 'mail:again:9': 'refused 20 own 422' }],
  ['sent', { ...SENT, 'mail:again:1:tried': '30' }],
  ['sent', { ...SENT, 'mail:56761188-7520:bounced': '30 x y' }],
])('the state of a receipt is %s by %j, in whatever order that came', (state, facts) => {
  const entries = Object.entries(facts);
  expect(stateOf(facts)).toBe(state);
  expect(stateOf(Object.fromEntries(entries.toReversed()))).toBe(state);
  const rotated = entries.slice(1).concat(entries.slice(0, 1));
  expect(stateOf(Object.fromEntries(rotated))).toBe(state);
});

test.each<readonly [next: number, facts: Facts]>([
  [1, {}],
  [1, { ...SENT, 'mail:again:1:tried': '30' }],
  [2, { 'mail:again:1': 'refused 20 own 422' }],
  [11, { 'mail:again:9': 'sent 1 own', 'mail:again:10:delivered': '2' }],
])('the next copy is number %d after %j', (next, facts) => {
  expect(nextCopy(facts)).toBe(next);
});

test.each<readonly [boolean, string]>([
  [true, 'bounced'],
  [true, 'failed'],
  [true, 'suppressed'],
  [false, 'delivered'],
  [false, 'delayed'],
  [false, 'complained'],
])('that a receipt is lost is %s where it was %s', (is, event) => {
  expect(isLost({ ...SENT, [`mail:receipt:${event}`]: '11 x y' })).toBe(is);
});

test('a complaint counts for the address that complained', () => {
  const own = { ...SENT, ...COMPLAINED };
  const other = { ...SENT, 'mail:again:1': 'sent 12 other id', 'mail:again:1:complained': '13' };
  expect([hasComplained(own, true), hasComplained(own, false)]).toEqual([true, false]);
  expect([hasComplained(other, true), hasComplained(other, false)]).toEqual([false, true]);
});
