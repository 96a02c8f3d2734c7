import type { Page } from '@playwright/test';
import type {
  OrderDetail,
  OrderRow,
  ReportResponse,
  ReportSum,
} from '../../src/contract/admin-orders.ts';
import { orderRow } from '../admin/sample-data.ts';
import { PRODUCTS } from '../catalogue.ts';
import { type Answer, NOW, SESSION, answer } from './answers.ts';

const DAY_MS = 24 * 3600 * 1000;
const STATES = ['paid', 'refunded', 'pending', 'disputed', 'blocked', 'failed'] as const;

const ago = (ms: number): string => new Date(NOW - ms).toISOString();

/** "0000-0000-001A" for 26. */
export const numberFor = (n: number): string =>
  (n.toString(16).toUpperCase().padStart(12, '0').match(/.{4}/g) ?? []).join('-');

/** The order that came `n` hours ago. */
const orderOf = (n: number): OrderRow =>
  orderRow({
    number: numberFor(n),
    created_at: ago(n * 3600 * 1000),
    refunded: n % STATES.length === 1 ? 1999 : 0,
    status: STATES[n % STATES.length] ?? 'paid',
  });

/** The newest was withdrawn from, and each one that is not paid has a dispute. */
export const orderDetail = (n: number): OrderDetail => ({
  ...orderOf(n),
  session_id: SESSION,
  payment_id: 'pi_made_up_for_tests',
  stripe_url: 'https://dashboard.stripe.com/test/payments/pi_made_up_for_tests',
  receipt: { state: 'sent', at: ago(0), says: 'It went out.', next_copy: 1 },
  refund_due_since: n === 0 ? ago(0) : null,
  disputes:
    n % STATES.length === 0
      ? []
      : [{ id: 'du_1', says: 'Dispute opened', due_by: ago(-20 * DAY_MS) }],
  history: [
    { at: ago(0), kind: 'paid', says: 'Paid', detail: 'Event: checkout.session.completed.' },
    ...(n % STATES.length === 0
      ? []
      : [{ at: null, kind: 'dispute', says: 'Dispute opened' } as const]),
  ],
});

/** The orders from the newest, `of` in all, in pages of 25. */
const orderPage = (first: number, of: number) => ({
  orders: Array.from({ length: Math.min(25, of - first) }, (_, index) => orderOf(first + index)),
  next: first + 25 < of ? numberFor(first + 24) : null,
  total: of,
});

const sumOf = (orders: number): ReportSum => {
  const [gross, refunded, tax] = [orders * 899, 899, 100];
  return { currency: 'USD', orders, gross, refunded, tax, net: gross - refunded - tax };
};

/** A month in which each day sold one of each product. */
const REPORT: ReportResponse = {
  from: '2026-11',
  to: '2026-11',
  time_zone: 'UTC',
  products: PRODUCTS.map(({ product_type, name }) => ({ product_type, name, ...sumOf(30) })),
  totals: [sumOf(30 * PRODUCTS.length)],
  days: Array.from({ length: 30 }, (_, day) => ({
    day: `2026-11-${String(day + 1).padStart(2, '0')}`,
    gross: 899,
  })),
  currency: 'USD',
  stripe_url: 'https://dashboard.stripe.com/test/payments/',
};

/** The owner's orders page over made-up orders: the shop is not asked. */
export const adminShows = async (page: Page, { orders = 60 } = {}): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: ago(-DAY_MS) } });
  await page.route('**/api/admin/report?*', (route) => route.fulfill({ json: REPORT }));
  await page.route(/\/api\/admin\/orders(\?|$)/, (route) => {
    const before = new URL(route.request().url()).searchParams.get('before');
    const first = before === null ? 0 : Number.parseInt(before.replaceAll('-', ''), 16) + 1;
    return route.fulfill({ json: orderPage(first, orders) });
  });
  await page.route('**/api/admin/orders/*', (route) => {
    const number = route.request().url().split('/').at(-1) ?? '';
    return route.fulfill({ json: orderDetail(Number.parseInt(number.replaceAll('-', ''), 16)) });
  });
};

/** The database of the orders does not answer. */
export const DOWN: Answer = { status: 503, json: { status: 503, code: 'temporarily_unavailable' } };
