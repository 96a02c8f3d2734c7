import { describe, expect, test } from 'vitest';
import {
  hasComplained,
  isLost,
  lastReceipt,
  lastState,
  nextCopy,
} from '../../netlify/mail/receipt-facts.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const wordOf = (facts: Facts): string | undefined => {
  const last = lastReceipt(facts);
  return last && lastState(last)?.is;
};

const SENT = { 'mail:receipt': 'sent 10 id' };
const NEWS = {
  'mail:receipt:delayed': '11',
  'mail:receipt:delivered': '12',
  'mail:receipt:bounced': '13 Permanent General',
  'mail:receipt:complained': '14',
};

/** Every order of a list. */
const orders = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one].concat(rest)));

test('what counts of a receipt does not depend on the order in which it is told', () => {
  const told = Object.entries({ ...SENT, ...NEWS });
  for (const order of orders(told)) {
    const known: [string, string][] = [];
    const words = order.map((fact) => {
      known.push(fact);
      return wordOf(Object.fromEntries(known));
    });
    expect(words.at(-1)).toBe('complained');
  }
});

describe('of a receipt it counts', () => {
  test.each<readonly [string | undefined, Facts]>([
    [undefined, { 'payment:paid': 'webhook 1', 'mail:receipt:tried': '5' }],
    ['sent', SENT],
    ['refused', { 'mail:receipt': 'refused 10 422 validation_error' }],
    ['unsure', { 'mail:receipt': 'unsure 10 no answer for a day' }],
    ['delivered', { ...SENT, 'mail:receipt:delayed': '11', 'mail:receipt:delivered': '12' }],
    ['bounced', { ...SENT, 'mail:receipt:bounced': '12 x y', 'mail:receipt:delivered': '13' }],
    ['delivered', { 'mail:receipt': 'unsure 10 no answer', 'mail:receipt:delivered': '12' }],
    ['delivered', { 'mail:receipt:delivered': '12' }],
    ['sent', { ...SENT, 'mail:receipt:bounced': '12 x y', 'mail:again:1': 'sent 20 own id' }],
    ['bounced', { 'mail:again:2:bounced': '30 x y', 'mail:again:1': 'sent 20 own id' }],
    ['sent', { 'mail:again:10': 'sent 30 own id', 'mail:again:9': 'refused 20 own 422' }],
    ['sent', { ...SENT, 'mail:again:1:tried': '30' }],
    ['sent', { ...SENT, 'mail:56761188-7520:bounced': '30 x y' }],
  ])('%s: %j', (word, facts) => {
    expect(wordOf(facts)).toBe(word);
  });
});

test('the next copy is counted on from all that is known of copies', () => {
  expect(nextCopy({})).toBe(1);
  expect(nextCopy({ ...SENT, 'mail:again:1:tried': '30' })).toBe(1);
  expect(nextCopy({ 'mail:again:1': 'refused 20 own 422' })).toBe(2);
  expect(nextCopy({ 'mail:again:9': 'sent 1 own', 'mail:again:10:delivered': '2' })).toBe(11);
});

test.each<readonly [boolean, string]>([
  [true, 'bounced'],
  [true, 'failed'],
  [true, 'suppressed'],
  [false, 'delivered'],
  [false, 'delayed'],
  [false, 'complained'],
])('that a receipt is lost is %s where it was %s', (is, news) => {
  expect(isLost({ ...SENT, [`mail:receipt:${news}`]: '11 x y' })).toBe(is);
});

test('a complaint counts for the address that complained', () => {
  const own = { ...SENT, 'mail:receipt:complained': '11' };
  const other = { ...SENT, 'mail:again:1': 'sent 12 other id', 'mail:again:1:complained': '13' };
  expect([hasComplained(own, true), hasComplained(own, false)]).toEqual([true, false]);
  expect([hasComplained(other, true), hasComplained(other, false)]).toEqual([false, true]);
});
