import { afterEach, expect, test, vi } from 'vitest';
import { orderAddress, readOrderNumber } from '../../src/admin/orders/open-order.ts';
import { describeProgress } from '../../src/admin/guides/announcement-progress.ts';
import { changeFor } from '../../src/admin/orders/AccessControl.tsx';
import { describeReasons } from '../../src/admin/orders/order-reasons.ts';
import { formatDaysLeft, formatMonths, formatShortDay } from '../../src/admin/time.ts';
import type { OrderDetail } from '../../src/contract/admin-orders.ts';
import { orderDetail } from './sample-data.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  { status: 'paid', access: 'blocked' },
  { status: 'blocked', access: 'open' },
  { status: 'refunded', access: 'open' },
  { status: 'disputed', access: 'open' },
  { status: 'unmatched', access: 'open' },
] as const)('offers to set access to “$access” if the order is $status', ({ status, access }) => {
  expect(changeFor(status)?.access).toBe(access);
});

test.each(['pending', 'failed'] as const)('offers no access change for a %s order', (status) => {
  expect(changeFor(status)).toBeNull();
});

const AT = '2026-11-21T12:00:00.000Z';

test.each([
  { name: 'the only buyer', buyers: 1, emailed: 1, text: 'Emailed your one past buyer.' },
  { name: 'all buyers', buyers: 1200, emailed: 1200, text: 'Emailed all 1,200 past buyers.' },
  {
    name: 'some of the buyers',
    buyers: 5,
    emailed: 3,
    text: 'Emailed 3 of 5 past buyers. A past buyer gets no email if',
  },
  {
    name: 'nobody because the only buyer unsubscribed',
    buyers: 1,
    emailed: 0,
    text: 'Emailed 0 of 1 past buyer. A past buyer gets no email if',
  },
  {
    name: 'buyers whom an earlier version did not count',
    buyers: 5,
    emailed: null,
    text: 'The emails to past buyers have gone',
  },
])('describes an announcement that has reached $name', ({ buyers, emailed, text }) => {
  expect(describeProgress({ buyers, emailed, left: 0, paused_until: null })).toContain(text);
});

test.each([
  { name: 'is being sent', pausedUntil: null, text: /^Emailing past buyers: 2 of 5 left\.$/ },
  {
    name: 'waits for the next day',
    pausedUntil: '2026-11-22T00:00:00.000Z',
    text: /2 of 5 left\. Today’s email limit is used up\. The rest go out starting Nov 2[12]/,
  },
])('describes an announcement that $name', ({ pausedUntil, text }) => {
  vi.setSystemTime(AT);
  const progress = describeProgress({ buyers: 5, emailed: 3, left: 2, paused_until: pausedUntil });
  expect(progress).toMatch(text);
});

test('gives no reason for the status of an ordinary order', () => {
  expect(describeReasons(orderDetail())).toEqual([]);
});

test.each<{ name: string; order: Partial<OrderDetail>; reason: RegExp }>([
  {
    name: 'a partial refund',
    order: { refunded: 200 },
    reason: /^Refunded \$2\.00 of \$19\.99$/,
  },
  {
    name: 'a full refund',
    order: { refunded: 1999, status: 'refunded' },
    reason: /^Refunded \$19\.99 of \$19\.99$/,
  },
  {
    name: 'a withdrawal this year',
    order: { withdrawn_at: AT },
    reason: /^Withdrawn on Nov 2\d, \d+:\d\d [AP]M$/,
  },
  {
    name: 'a withdrawal in an earlier year',
    order: { withdrawn_at: '2025-11-21T12:00:00Z' },
    reason: /^Withdrawn on Nov 2\d, 2025/,
  },
  {
    name: 'the owner’s decision to hold the order',
    order: { access: { is: 'blocked', at: AT } },
    reason: /^You put this order on hold on Nov 2/,
  },
  {
    name: 'the owner’s decision to open downloads',
    order: { access: { is: 'open', at: AT } },
    reason: /^You opened downloads on Nov 2/,
  },
  {
    name: 'a missing file',
    order: { awaits_files_since: AT },
    reason: /^Waiting since Nov 2.* for a file that isn’t uploaded yet$/,
  },
])('gives $name as the only reason for the status', ({ order, reason }) => {
  vi.setSystemTime(AT);
  expect(describeReasons(orderDetail(order))).toEqual([expect.stringMatching(reason)]);
});

/** The text that an order shows about its only dispute. */
const describeDispute = (dispute: Partial<OrderDetail['disputes'][number]>): string => {
  const disputes = [{ status: 'lost', amount: 0, due_by: null, ...dispute }];
  return describeReasons(orderDetail({ disputes })).join();
};

test.each([
  { status: 'warning_needs_response', text: 'Inquiry: respond in Stripe' },
  {
    status: 'warning_under_review',
    text: 'Inquiry: the bank is reviewing your response',
  },
  { status: 'warning_closed', text: 'Inquiry: closed without a dispute' },
  { status: 'needs_response', text: 'Dispute: respond in Stripe' },
  { status: 'under_review', text: 'Dispute: the bank is reviewing your response' },
  { status: 'won', text: 'Dispute: you won' },
  { status: 'lost', text: 'Dispute: you lost' },
  {
    status: 'prevented',
    text: 'Dispute: Stripe stopped it before it became a chargeback, usually by returning the money',
  },
  { status: 'appeal_needs_response', text: 'Appeal: respond in Stripe' },
  { status: 'appeal_under_review', text: 'Appeal: the bank is reviewing your response' },
])('explains a dispute with the status $status', ({ status, text }) => {
  expect(describeDispute({ status })).toBe(text);
});

test('shows Stripe’s own name for an unknown dispute status', () => {
  expect(describeDispute({ status: 'charge_refunded' })).toBe('Dispute: charge refunded');
});

test.each(['warning_needs_response', 'needs_response', 'appeal_needs_response'])(
  'shows the deadline for responding to a dispute with the status %s',
  (status) => {
    vi.setSystemTime(AT);
    const text = describeDispute({ status, due_by: '2026-12-11T12:00:00Z' });
    expect(text).toMatch(/: respond in Stripe by Dec 1\d, \d+:\d\d [AP]M$/);
  },
);

test.each(['under_review', 'won', 'lost'])(
  'shows no deadline for a dispute with the status %s',
  (status) => {
    expect(describeDispute({ status, due_by: AT })).not.toContain(' by ');
  },
);

test('shows the amount of a dispute', () => {
  expect(describeDispute({ status: 'lost', amount: 1500 })).toBe('Dispute over $15.00: you lost');
});

test('shows the tax that a refund includes', () => {
  const order = orderDetail({ refunded: 500, paid_tax: 120, tax: 90 });
  expect(describeReasons(order)).toEqual(['Refunded $5.00 of $19.99, including $0.30 tax']);
});

test('shows no tax for a refund that includes none', () => {
  const order = orderDetail({ refunded: 500, paid_tax: 120, tax: 120 });
  expect(describeReasons(order)).toEqual(['Refunded $5.00 of $19.99']);
});

test('reminds the owner to send a receipt after opening downloads for an unmatched order', () => {
  expect(changeFor('unmatched')?.question).toMatch(/Open downloads anyway\?.* send it from here/);
});

test('labels the button that blocks an order “Put on hold”', () => {
  expect(changeFor('paid')?.label).toBe('Put on hold');
});

test.each([
  { dueOn: '2026-12-05', text: '14 days left' },
  { dueOn: '2026-11-22', text: '1 day left' },
  { dueOn: '2026-11-21', text: 'last day' },
  { dueOn: '2026-11-20', text: '1 day late' },
  { dueOn: '2026-11-19', text: '2 days late' },
])('shows "$text" at any hour of November 21 for a refund due on $dueOn', ({ dueOn, text }) => {
  for (const time of ['00:00:00', '12:00:00', '23:59:59']) {
    // A time without an offset is in the owner's time zone.
    vi.setSystemTime(`2026-11-21T${time}`);
    expect(formatDaysLeft(dueOn)).toBe(text);
  }
});

const OWNERS_DAYS = [
  { zone: 'Pacific/Kiritimati', name: 'last', at: '2026-11-21T09:59:59Z' },
  { zone: 'Pacific/Kiritimati', name: 'first', at: '2026-11-20T10:00:00Z' },
  { zone: 'Pacific/Pago_Pago', name: 'last', at: '2026-11-22T10:59:59Z' },
  { zone: 'Pacific/Pago_Pago', name: 'first', at: '2026-11-21T11:00:00Z' },
];

test.each(OWNERS_DAYS)(
  'counts the days from the $name second of November 21 in $zone until a refund is due',
  ({ zone, at }) => {
    vi.stubEnv('TZ', zone);
    vi.setSystemTime(at);
    expect(formatDaysLeft('2026-12-05')).toBe('14 days left');
  },
);

test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'formats days and months the same way in every time zone: %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(formatShortDay('2026-12-01')).toBe('Dec 1');
    expect(formatMonths('2026-11', '2026-11')).toBe('November 2026');
    expect(formatMonths('2025-12', '2026-11')).toMatch(/^December 2025.*November 2026$/);
  },
);

test.each([
  { name: 'the link to an order', fragment: orderAddress('01F3-4AD8-A31F') },
  { name: 'a link in lowercase', fragment: '#order=01f3-4ad8-a31f' },
])('reads the order number from $name', ({ fragment }) => {
  expect(readOrderNumber(fragment)).toBe('01F3-4AD8-A31F');
});

test.each([
  { name: 'a link with a session id', fragment: '#order=cs_test_a1' },
  { name: 'a link with an empty number', fragment: '#order=' },
  { name: 'an empty fragment', fragment: '' },
])('reads no order number from $name', ({ fragment }) => {
  expect(readOrderNumber(fragment)).toBeNull();
});
