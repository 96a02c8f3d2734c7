import { expect, test } from 'vitest';
import { historyOf } from '../../netlify/admin/order-history.ts';

const product = { id: 'guide-3', product_type: 'x', name: 'x', price_in_cents: 1, is_active: true };
const products = [{ ...product, file_name: 'Third-Guide.pdf' }];
const catalogue = { currency: 'usd' as const, time_zone: 'UTC', stamp: true, products };

const REFUNDED = 'Event: charge.refunded. Event: refund.created.';
const BACK = 'First recorded when the buyer came back from Stripe.';
/**
 * Facts with what is told of each, oldest first; one without a time is told last. An event is told with what happened
 * at about that time, and else as itself.
 */
const HISTORY: readonly (readonly [name: string, value: string, ...told: string[]])[] = [
  ['event:evt_1', 'a.new.one 7', '7 event: Update from Stripe (Event: a.new.one.)'],
  ['created', '10', '10 began: Checkout started'],
  ['payment:pending', 'return 20', `20 pending: Waiting for the bank (${BACK})`],
  ['payment:paid', 'reconciler 30', '30 paid: Paid (First found by the comparison with Stripe.)'],
  ['download:old-guide', '1 42 1200:42', '42 download: Download: old-guide'],
  ['event:evt_2', 'refund.created 52'],
  ['event:evt_3', 'charge.refunded 51'],
  ['refund:re_1', '899 50', `50 refund: Refunded in Stripe: $8.99 (${REFUNDED})`],
  ['dispute:dp_1:needs_response:70', '', '70 dispute: Dispute opened'],
  ['dispute:dp_1:a_new_word:71', '', '71 dispute: Dispute: a new word'],
  ['dispute:dp_1:lost:72', '', '72 dispute: Dispute lost'],
  ['withdrawn', '75', '75 withdrawn: The buyer withdrew from the purchase'],
  ['refund:re_1:returned', '899 80', '80 refund: Refund of $8.99 failed in Stripe'],
  ['override:1:block', '93', '93 blocked: You blocked downloads'],
  ['override:2:open', '94 re_1', '94 unblocked: You allowed downloads'],
  [
    'download:guide-3',
    '9 95 5400:96 6000:97 6600:98 7200:99 7800:100',
    '95 download: Download: Third-Guide.pdf',
    '100 download: Download: Third-Guide.pdf, 9 times in all',
  ],
  ['refund:re_2:succeeded', '899', 'null refund: Refunded in Stripe: $8.99'],
];

test('an order tells its history in the words of its owner, oldest first', () => {
  const facts = Object.fromEntries(HISTORY.map(([name, value]) => [name, value]).toReversed());
  const history = historyOf({ amount: '899', ...facts }, { catalogue, currency: 'usd' });
  const words = history.map(({ at, kind, says, detail }) =>
    `${at} ${kind}: ${says} (${detail})`.replace(' (undefined)', ''),
  );
  expect(words).toEqual(HISTORY.flatMap(([, , ...told]) => told));
});
