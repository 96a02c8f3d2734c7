import { expect, test, vi } from 'vitest';
import { orderAddress, readOrderNumber } from '../../src/admin/orders/open-order.ts';
import { describeProgress } from '../../src/admin/guides/announcement-progress.ts';
import { changeFor } from '../../src/admin/orders/AccessControl.tsx';
import { describeReasons } from '../../src/admin/orders/order-reasons.ts';
import { formatDaysLeft } from '../../src/admin/time.ts';
import type { OrderDetail } from '../../src/contract/admin-orders.ts';
import { orderDetail } from './sample-data.ts';

test.each([
  ['paid', 'blocked'],
  ['blocked', 'open'],
  ['refunded', 'open'],
  ['disputed', 'open'],
  ['unmatched', 'open'],
  ['pending', undefined],
  ['failed', undefined],
] as const)('the downloads of an order that is %s can be made %s', (status, access) => {
  expect(changeFor(status)?.access).toBe(access);
});

const AT = '2026-11-21T12:00:00.000Z';

test.each([
  { name: 'one buyer', buyers: 1, emailed: 1, says: 'Emailed your one past buyer.' },
  { name: 'all buyers', buyers: 1200, emailed: 1200, says: 'Emailed all 1,200 past buyers.' },
  {
    name: 'some of the buyers',
    buyers: 5,
    emailed: 3,
    says: 'Emailed 3 of 5 past buyers. The others',
  },
  {
    name: 'not the only buyer',
    buyers: 1,
    emailed: 0,
    says: 'Emailed 0 of 1 past buyer. The others',
  },
  {
    name: 'nobody knows how many',
    buyers: 5,
    emailed: null,
    says: 'The emails to past buyers have gone',
  },
])('an announcement that has reached $name says so', ({ buyers, emailed, says }) => {
  expect(describeProgress({ buyers, emailed, left: 0, paused_until: null })).toContain(says);
});

test.each<[Partial<OrderDetail>, RegExp[]]>([
  [{}, []],
  [{ refunded: 200 }, [/^Refunded \$2\.00 of \$19\.99$/]],
  [{ withdrawn_at: AT }, [/^Withdrawn on Nov 2\d, \d+:\d\d [AP]M$/]],
  [{ withdrawn_at: '2025-11-21T12:00:00Z' }, [/^Withdrawn on Nov 2\d, 2025/]],
  [{ access: { is: 'blocked', at: AT } }, [/^You put this order on hold on Nov 2/]],
  [{ access: { is: 'open', at: AT } }, [/^You opened downloads on Nov 2/]],
])('an order with %j says why it has its status', (more, reasons) => {
  vi.setSystemTime(AT);
  const said = describeReasons(orderDetail(more));
  expect(said).toHaveLength(reasons.length);
  for (const [index, reason] of reasons.entries()) expect(said[index]).toMatch(reason);
});

/** What an order says about its only dispute. */
const describeDispute = (dispute: Partial<OrderDetail['disputes'][number]>): string => {
  const disputes = [{ status: 'lost', amount: 0, due_by: null, ...dispute }];
  return describeReasons(orderDetail({ disputes })).join();
};

test.each([
  ['warning_needs_response', 'Inquiry: respond in Stripe'],
  ['warning_under_review', 'Inquiry: the bank is reviewing your response'],
  ['warning_closed', 'Inquiry: closed without a dispute'],
  ['needs_response', 'Dispute: respond in Stripe'],
  ['under_review', 'Dispute: the bank is reviewing your response'],
  ['won', 'Dispute: you won'],
  ['lost', 'Dispute: you lost'],
  [
    'prevented',
    'Dispute: Stripe stopped it before it became a chargeback, usually by returning the money',
  ],
  ['appeal_needs_response', 'Appeal: respond in Stripe'],
  ['appeal_under_review', 'Appeal: the bank is reviewing your response'],
])('explains a dispute with the status %s', (status, words) => {
  expect(describeDispute({ status })).toBe(words);
});

test('shows an unknown status of a dispute in Stripe’s words', () => {
  expect(describeDispute({ status: 'charge_refunded' })).toBe('Dispute: charge refunded');
});

test.each(['warning_needs_response', 'needs_response', 'appeal_needs_response'])(
  'says by when to respond to a dispute with the status %s',
  (status) => {
    vi.setSystemTime(AT);
    const text = describeDispute({ status, due_by: '2026-12-11T12:00:00Z' });
    expect(text).toMatch(/: respond in Stripe by Dec 1\d, \d+:\d\d [AP]M$/);
  },
);

test.each(['under_review', 'won', 'lost'])(
  'gives no last day to respond to a dispute with the status %s',
  (status) => {
    expect(describeDispute({ status, due_by: AT })).not.toContain(' by ');
  },
);

test('shows the amount that a dispute took', () => {
  expect(describeDispute({ status: 'lost', amount: 1500 })).toBe('Dispute over $15.00: you lost');
});

test('shows the tax that a refund returned', () => {
  const order = orderDetail({ refunded: 500, paid_tax: 120, tax: 90 });
  expect(describeReasons(order)).toEqual(['Refunded $5.00 of $19.99, including $0.30 tax']);
});

test('shows no returned tax for a refund without any', () => {
  const order = orderDetail({ refunded: 500, paid_tax: 120, tax: 120 });
  expect(describeReasons(order)).toEqual(['Refunded $5.00 of $19.99']);
});

test('asks to send the receipt when an order that isn’t the price is opened', () => {
  expect(changeFor('unmatched')?.question).toMatch(/Open downloads anyway\?.* send it from here/);
});

test('calls it “on hold” when an order’s downloads are closed', () => {
  expect(changeFor('paid')?.label).toBe('Put on hold');
});

test('the days left to refund are counted by the owner’s calendar', () => {
  vi.setSystemTime(new Date(2026, 10, 21, 23));
  const days = ['2026-12-05', '2026-11-22', '2026-11-21', '2026-11-19'];
  const words = ['14 days left', '1 day left', 'last day', '2 days late'];
  expect(days.map(formatDaysLeft)).toEqual(words);
});

test('an address names an order and never a session', () => {
  const fragments = [orderAddress('01F3-4AD8-A31F'), '#order=01f3-4ad8-a31f', '#order=cs_test_a1'];
  const numbers = ['01F3-4AD8-A31F', '01F3-4AD8-A31F', null];
  expect(fragments.map(readOrderNumber)).toEqual(numbers);
});
