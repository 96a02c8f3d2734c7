import { expect, test } from 'vitest';
import { isLost, lastReceipt, lastState, nextCopy } from '../../netlify/mail/receipt-facts.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const stateOf = (facts: Facts): string | undefined => {
  const last = lastReceipt(facts);
  return last && lastState(last)?.is;
};

const SENT = { 'mail:receipt': 'sent 10 id' };
const DELIVERED = { 'mail:receipt:delivered': '13' };
const BOUNCED = { 'mail:receipt:bounced': '12 x y' };
const COPY = { 'mail:again:1': 'sent 20 own id' };
const LOST = new Set(['bounced', 'failed', 'suppressed', 'refused']);

// The words of each state have admin/receipt-words.test.ts.
test.each<readonly [state: string | undefined, next: number, facts: Facts]>([
  [undefined, 1, { 'payment:paid': 'webhook 1', 'mail:receipt:tried': '5' }],
  ['sent', 1, SENT],
  ['delivered', 1, { 'mail:receipt:delayed': '14', ...DELIVERED }],
  ['delayed', 1, { ...SENT, 'mail:receipt:delayed': '14' }],
  ['delivered', 1, { 'mail:receipt': 'unsure 10 no answer for a day', ...DELIVERED }],
  ['bounced', 1, { ...SENT, ...BOUNCED, ...DELIVERED }],
  ['failed', 1, { ...SENT, 'mail:receipt:failed': '11 x' }],
  ['suppressed', 1, { ...SENT, 'mail:receipt:suppressed': '11 x' }],
  ['complained', 1, { ...SENT, ...DELIVERED, ...BOUNCED, 'mail:receipt:complained': '14' }],
  ['sent', 1, { ...SENT, 'mail:again:1:tried': '30' }],
  ['sent', 1, { ...SENT, 'mail:56761188-7520:bounced': '30 x y' }],
  ['sent', 2, { ...SENT, ...BOUNCED, ...COPY }],
  ['bounced', 3, { 'mail:again:2:bounced': '30 x y', ...COPY }],
  ['sent', 11, { 'mail:again:10': 'sent 30 own id', 'mail:again:9': 'refused 20 own 422' }],
])('a receipt is %s, and its next copy number %i, by %j in any order', (state, next, facts) => {
  const entries = Object.entries(facts);
  for (const order of [entries, entries.toReversed()]) {
    const given = Object.fromEntries(order);
    expect([stateOf(given), nextCopy(given)]).toEqual([state, next]);
    expect(isLost(given)).toBe(LOST.has(state ?? ''));
  }
});
