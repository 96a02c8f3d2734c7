import { describe, expect, test } from 'vitest';
import { mailEntries, receiptView } from '../../netlify/admin/receipt-words.ts';
import type { Facts } from '../../netlify/orders/facts.ts';

const PAID = { 'payment:paid': 'webhook 5' };
const SENT = { ...PAID, 'mail:receipt': 'sent 10 id' };
const view = (facts: Facts, { waits = false, sendsMail = true } = {}) =>
  receiptView(facts, { waits, sendsMail });

describe('the owner reads of a receipt', () => {
  test.each<readonly [string, RegExp, Facts]>([
    [
      'none',
      /^None was sent, because the shop didn’t send email when this order was paid\.$/,
      PAID,
    ],
    ['none', /^It goes out once the order is paid\.$/, { 'payment:pending': 'webhook 5' }],
    ['sent', /^It went out to the buyer’s address\./, SENT],
    ['sent', /to the other address/, { ...SENT, 'mail:again:1': 'sent 20 other id' }],
    ['delivered', /was delivered/, { ...SENT, 'mail:receipt:delivered': '11' }],
    ['delayed', /will accept it later/, { ...SENT, 'mail:receipt:delayed': '11' }],
    ['unsure', /respond for a day/, { ...PAID, 'mail:receipt': 'unsure 10 no answer for a day' }],
    [
      'refused',
      /rejected it: 422 validation error\. The address is most likely/,
      { ...PAID, 'mail:receipt': 'refused 10 422 validation_error' },
    ],
    [
      'refused',
      /^Stripe has no email address/,
      { ...PAID, 'mail:receipt': 'refused 10 no address' },
    ],
    ['spam', /reported it as spam/, { ...SENT, 'mail:receipt:complained': '11' }],
    ['bounced', /has a typo/, { ...SENT, 'mail:receipt:bounced': '11 Permanent General' }],
    ['bounced', /mailbox is full/, { ...SENT, 'mail:receipt:bounced': '11 Transient MailboxFull' }],
    [
      'bounced',
      /\(transient, content rejected\)/,
      { ...SENT, 'mail:receipt:bounced': '11 Transient ContentRejected' },
    ],
    [
      'bounced',
      /couldn’t send it: reached daily quota\./,
      { ...SENT, 'mail:receipt:failed': '11 reached_daily_quota' },
    ],
    ['bounced', /suppression list/, { ...SENT, 'mail:receipt:suppressed': '11 unknown' }],
  ])('%s: %s', (state, words, facts) => {
    const told = view(facts);
    expect([told.state, told.says]).toEqual([state, expect.stringMatching(words)]);
  });

  test('since when it is so', () => {
    expect(view(SENT).at).toBe('1970-01-01T00:00:10.000Z');
    expect(view(PAID).at).toBeNull();
  });

  test('that it waits, and since when it was tried', () => {
    expect(view(PAID, { waits: true })).toEqual({
      state: 'waits',
      at: null,
      says: 'It hasn’t been sent yet. The shop tries every ten minutes.',
      next_copy: 1,
    });
    expect(view({ ...PAID, 'mail:receipt:tried': '7' }, { waits: true })).toMatchObject({
      at: '1970-01-01T00:00:07.000Z',
      says: 'The email service hasn’t accepted it yet. The shop tries every ten minutes.',
    });
  });

  test.each([
    [SENT, false],
    [PAID, true],
  ])('that the shop sends none now, and has no copy to send: %j', (facts, waits) => {
    const told = view(facts, { waits, sendsMail: false });
    expect(told.says).toMatch(
      /The shop can’t send email right now, because no email service is set up\.$/,
    );
    expect(told.next_copy).toBeNull();
  });

  test('that no copy of an unpaid order can be sent', () => {
    expect(view({ 'payment:pending': 'webhook 5' }).next_copy).toBeNull();
  });
});

test('an order’s history tells of each mail', () => {
  const facts = {
    ...SENT,
    'mail:receipt:bounced': '11 Permanent General',
    'mail:again:1': 'refused 12 other 422 validation_error',
    'mail:again:2': 'sent 13 other id',
    'mail:again:2:delivered': '14',
    'mail:again:3': 'sent 15 own id',
    'mail:again:3:complained': '16',
    'mail:again:4:tried': '17',
    'mail:56761188-7520:delivered': '18',
  };
  expect(mailEntries(facts).map(({ at, kind, says }) => `${at} ${kind}: ${says}`)).toEqual([
    '10 mail: Receipt emailed',
    '11 mail-lost: Receipt bounced (permanent, general)',
    '12 mail-lost: Receipt copy to another address rejected by the email service (422 validation error)',
    '13 mail: Receipt copy to another address emailed',
    '14 mail: Receipt copy to another address delivered',
    '15 mail: Receipt copy emailed',
    '16 mail-lost: Receipt copy reported as spam by its reader',
    '18 mail: Another email delivered',
  ]);
});
