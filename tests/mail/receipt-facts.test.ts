import { expect, test } from 'vitest';
import { lastReceipt, nextCopy } from '../../netlify/mail/receipt-facts.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const SENT = { 'mail:receipt': 'sent 10 id' };

// The words of each state have admin/receipt-words.test.ts.
test.each<readonly [state: string | undefined, next: number, facts: Facts]>([
  [undefined, 1, { 'payment:paid': 'webhook 1', 'mail:receipt:tried': '5' }],
  ['sent', 1, SENT],
  ['unsure', 1, { 'mail:receipt': 'unsure 10 no answer for a day' }],
  ['sent', 1, { ...SENT, 'mail:again:1:tried': '30' }],
  ['sent', 2, { ...SENT, 'mail:again:1': 'sent 20 own id' }],
  ['refused', 2, { ...SENT, 'mail:again:1': 'refused 20 other 422' }],
  ['sent', 11, { 'mail:again:10': 'sent 30 own id', 'mail:again:9': 'refused 20 own 422' }],
])('a receipt is %s, and its next copy number %i, by %j in any order', (state, next, facts) => {
  const entries = Object.entries(facts);
  for (const order of [entries, entries.toReversed()]) {
    const given = Object.fromEntries(order);
    expect([lastReceipt(given)?.is, nextCopy(given)]).toEqual([state, next]);
  }
});
