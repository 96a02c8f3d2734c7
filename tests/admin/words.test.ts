import { expect, test, vi } from 'vitest';
import { orderAddress, readOrderNumber } from '../../src/admin/orders/open-order.ts';
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
  ['pending', undefined],
  ['failed', undefined],
] as const)('the downloads of an order that is %s can be made %s', (status, access) => {
  expect(changeFor(status)?.access).toBe(access);
});

const AT = '2026-11-21T12:00:00.000Z';

test.each<[Partial<OrderDetail>, RegExp[]]>([
  [{}, []],
  [{ refunded: 200 }, [/^Refunded \$2\.00 of \$19\.99$/]],
  [{ withdrawn_at: AT }, [/^Withdrawn on Nov 2\d, \d+:\d\d [AP]M$/]],
  [{ withdrawn_at: '2025-11-21T12:00:00Z' }, [/^Withdrawn on Nov 2\d, 2025/]],
  [
    { disputes: [{ status: 'warning_under_review', amount: 0, due_by: AT }] },
    [/^Dispute: inquiry under r/],
  ],
  [{ disputes: [{ status: 'lost', amount: 1999, due_by: null }] }, [/^Dispute: lost$/]],
  [{ access: { is: 'blocked', at: AT } }, [/^You closed downloads on Nov 2/]],
  [{ access: { is: 'open', at: AT } }, [/^You opened downloads on Nov 2/]],
])('an order with %j says why it has its status', (more, reasons) => {
  vi.setSystemTime(AT);
  const said = describeReasons(orderDetail(more));
  expect(said).toHaveLength(reasons.length);
  for (const [index, reason] of reasons.entries()) expect(said[index]).toMatch(reason);
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
