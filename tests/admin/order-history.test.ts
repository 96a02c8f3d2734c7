import { expect, test } from 'vitest';
import { historyOf } from '../../netlify/admin/order-history.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const product = (id: string, product_type: string, file_name: string) => ({
  id,
  product_type,
  file_name,
  name: id,
  price_in_cents: 899,
  is_active: true,
});
const products = [
  product('guide-2', 'individual_guide_11_14', 'Second-Guide.pdf'),
  product('guide-3', 'individual_guide_15_18', 'Third-Guide.pdf'),
  product('bundle', 'bundle', 'Whole-Bundle.pdf'),
];
const telling = {
  catalogue: { currency: 'usd' as const, time_zone: 'UTC', stamp: true, products },
  currency: 'usd',
};

/** "30 paid: Paid (First reported by Stripe’s webhook.)" */
const says = (facts: Facts): string[] =>
  historyOf(facts, telling).map(
    ({ at, kind, says: words, detail }) =>
      `${at} ${kind}: ${words}${detail === undefined ? '' : ` (${detail})`}`,
  );

test('an order tells its history in the words of its owner, oldest first', () => {
  const facts = {
    product: 'bundle',
    amount: '1999',
    currency: 'usd',
    created: '10',
    intent: 'pi_1',
    'override:2:open': '94 re_1',
    'override:1:block': '93',
    'download:bundle': '1 40 1200:40',
    'download:guide-2': '3 41 2400:95',
    'download:guide-3': '9 44 5400:96 6000:97 6600:98 7200:99 7800:100',
    'download:old-guide': '1 42 1200:42',
    'warning:issfr_1': 'made_with_stolen_card 60',
    'dispute:dp_1:lost:72': '',
    'dispute:dp_1:lost:74': '',
    'dispute:dp_1:a_new_word:71': '',
    'dispute:dp_1:needs_response:70': '',
    'dispute:dp_1:won:76': '',
    'dispute:dp_1:lost:78': '',
    'refund:re_1': '899 50',
    'refund:re_1:returned': '899 80',
    'payment:paid': 'reconciler 30',
    'payment:pending': 'return 20',
  };
  const expected = [
    '10 began: Checkout started',
    '20 pending: Waiting for the bank (First recorded when the buyer came back from Stripe.)',
    '30 paid: Paid (First found by the comparison with Stripe.)',
    '40 download: Download: Whole-Bundle.pdf',
    '41 download: Download: Second-Guide.pdf',
    '42 download: Download: old-guide',
    '44 download: Download: Third-Guide.pdf',
    '50 refund: Refunded in Stripe: $8.99',
    '60 warning: Early fraud warning: made with stolen card',
    '70 dispute: Dispute opened',
    '71 dispute: Dispute: a new word',
    '72 dispute: Dispute lost',
    '76 dispute: Dispute won',
    '78 dispute: Dispute lost',
    '80 refund: Refund of $8.99 failed in Stripe',
    '93 blocked: You blocked downloads',
    '94 unblocked: You allowed downloads',
    '95 download: Download: Second-Guide.pdf, 3 times in all',
    '100 download: Download: Third-Guide.pdf, 9 times in all',
  ];
  expect(says(facts)).toEqual(expected);
});

test('facts of an older form are told too, those without a time last', () => {
  expect(
    says({ created: '10', 'refund:re_1:succeeded': '899', 'warning:issfr_1': 'misc' }),
  ).toEqual([
    '10 began: Checkout started',
    'null refund: Refunded in Stripe: $8.99',
    'null warning: Early fraud warning: misc',
  ]);
});

test.each<[fact: Facts, events: Record<string, number>, told: string]>([
  [
    { 'payment:paid': 'webhook 4001' },
    { 'checkout.session.async_payment_succeeded': 4000 },
    '4001 paid: Paid (First reported by Stripe’s webhook. Event: checkout.session.async_payment_succeeded.)',
  ],
  [
    { 'refund:re_1': '100 5000' },
    { 'refund.updated': 5400, 'refund.created': 5000, 'charge.refunded': 5001 },
    '5000 refund: Refunded in Stripe: $1.00 (Event: charge.refunded. Event: refund.created. Event: refund.updated.)',
  ],
  [
    { 'warning:issfr_1': 'misc 6900' },
    { 'radar.early_fraud_warning.created': 6900 },
    '6900 warning: Early fraud warning: misc (Event: radar.early_fraud_warning.created.)',
  ],
  [
    { 'dispute:dp_1:lost:8000': '' },
    { 'charge.dispute.closed': 8000 },
    '8000 dispute: Dispute lost (Event: charge.dispute.closed.)',
  ],
])('an event of Stripe’s is a detail of what it tells of: %j', (fact, events, told) => {
  const facts = Object.entries(events).map(([type, at]) => [`event:evt_${type}`, `${type} ${at}`]);
  expect(says({ ...fact, ...Object.fromEntries(facts) })).toEqual([told]);
});

test('an event is told with what happened at that time, and as itself where nothing did', () => {
  const facts = {
    'refund:re_1': '100 5000',
    'refund:re_2': '799 6000',
    'event:evt_1': 'refund.created 6000',
    'event:evt_2': 'refund.created 5000',
    'event:evt_3': 'charge.updated 7000',
    'event:evt_4': 'a.new.one 7000',
  };
  const told = [
    '5000 refund: Refunded in Stripe: $1.00 (Event: refund.created.)',
    '6000 refund: Refunded in Stripe: $7.99 (Event: refund.created.)',
    '7000 event: Update from Stripe (Event: a.new.one.)',
    '7000 event: Update from Stripe (Event: charge.updated.)',
  ];
  expect(says(facts)).toEqual(told);
  // Redis returns them in any order.
  expect(says(Object.fromEntries(Object.entries(facts).toReversed()))).toEqual(told);
});
