import { expect, test } from 'vitest';
import { mailEntries, receiptView } from '../../netlify/admin/receipt-words.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const PAID = { 'payment:paid': 'webhook 5' };
const UNPAID = { 'payment:pending': 'webhook 5' };
const TRIED = { ...PAID, 'mail:receipt:tried': '7' };
const SENT = { ...PAID, 'mail:receipt': 'sent 10 id' };
const view = (facts: Facts, { waits = false, sendsMail = true } = {}) =>
  receiptView(facts, { waits, sendsMail });
const instead = (what: string): Facts => ({ ...PAID, 'mail:receipt': what });

test.each<[state: string, words: string, facts: Facts]>([
  ['none', 'because the shop didn’t send email when this order was paid.', PAID],
  ['none', 'It goes out once the order is paid.', UNPAID],
  ['sent', 'It went out to the buyer’s address. Its id at Resend: id.', SENT],
  [
    'sent',
    'to the other address. Its id at Resend: x.',
    { ...SENT, 'mail:again:1': 'sent 20 other x' },
  ],
  ['sent', 'to the buyer’s address.', instead('sent 10')],
  ['unsure', 'respond for a day', instead('unsure 10 no answer for a day')],
  ['refused', 'rejected it: 422 validation error.', instead('refused 10 422 validation_error')],
  ['refused', 'Stripe has no email address', instead('refused 10 no address')],
])('a receipt is %s, and the owner reads "%s"', (state, words, facts) => {
  expect(view(facts)).toMatchObject({ state, says: expect.stringContaining(words) });
});

const WAITS = { waits: true };
const NO_MAIL = ' The shop can’t send email right now, because no email service is set up.';
const EVERY_TEN = 'The shop tries every ten minutes.';

test.each<[Facts, object, at: number | null, says: string, next: number | null]>([
  [SENT, {}, 10, 'It went out to the buyer’s address. Its id at Resend: id.', 1],
  [PAID, WAITS, null, `It hasn’t been sent yet. ${EVERY_TEN}`, 1],
  [TRIED, WAITS, 7, `The email service hasn’t accepted it yet. ${EVERY_TEN}`, 1],
  [UNPAID, WAITS, null, `It hasn’t been sent yet. ${EVERY_TEN}`, null],
  [PAID, { waits: true, sendsMail: false }, null, `It hasn’t been sent yet.${NO_MAIL}`, null],
  [PAID, { sendsMail: false }, null, `None was sent.${NO_MAIL}`, null],
])('of %j in a shop %j the owner reads since when, and which copy is next', (...row) => {
  const [facts, shop, at, says, next] = row;
  const since = at && new Date(at * 1000).toISOString();
  expect(view(facts, shop)).toMatchObject({ at: since, says, next_copy: next });
});

test('an order’s history tells of each mail', () => {
  const facts = {
    ...SENT,
    'mail:again:1': 'refused 12 other 422 validation_error',
    'mail:again:2': 'sent 15 own id',
    'mail:again:3:tried': '17',
  };
  expect(mailEntries(facts).map(({ at, kind, says }) => `${at} ${kind}: ${says}`)).toEqual([
    '10 mail: Receipt emailed',
    '12 mail: Receipt copy to another address rejected by the email service (422 validation error)',
    '15 mail: Receipt copy emailed',
  ]);
});
