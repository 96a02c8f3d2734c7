import type { Page } from '@playwright/test';
import type {
  OrderDetail,
  OrderRow,
  ReconcilerRun,
  SalesSum,
} from '../../src/contract/admin-orders.ts';
import { type Answer, NOW, answer } from './answers.ts';

const DAY_MS = 24 * 3600 * 1000;
const PRODUCTS = [
  { product_type: 'individual_guide_6_10', name: 'Ages 6-10' },
  { product_type: 'individual_guide_11_14', name: 'Ages 11-14' },
  { product_type: 'individual_guide_15_18', name: 'Ages 15-18' },
  { product_type: 'bundle', name: 'Complete Bundle' },
];
const STATES = ['paid', 'refunded', 'pending', 'disputed', 'blocked', 'failed'] as const;

const ago = (ms: number): string => new Date(NOW - ms).toISOString();

/** "0000-0000-001A" for 26. */
export const numberFor = (n: number): string =>
  (n.toString(16).toUpperCase().padStart(12, '0').match(/.{4}/g) ?? []).join('-');

/** The order that came `n` hours ago. */
const orderRow = (n: number): OrderRow => ({
  number: numberFor(n),
  reference: '7Kq2Zx9w',
  created_at: ago(n * 3600 * 1000),
  product_type: PRODUCTS[n % PRODUCTS.length]?.product_type ?? '',
  guide_name: PRODUCTS[n % PRODUCTS.length]?.name ?? '',
  amount: 899,
  discount: 0,
  tax: 0,
  presented: null,
  refunded: n % STATES.length === 1 ? 899 : 0,
  currency: 'USD',
  status: STATES[n % STATES.length] ?? 'paid',
  downloads: n % 3,
  receipt_lost: n === 6,
});

export const orderDetail = (n: number): OrderDetail => ({
  ...orderRow(n),
  session_id: 'cs_test_made_up_for_tests_7Kq2Zx9w',
  payment_id: 'pi_made_up_for_tests',
  stripe_url: 'https://dashboard.stripe.com/test/payments/pi_made_up_for_tests',
  receipt: {
    state: 'delivered',
    at: ago(n * 3600 * 1000 - 5000),
    says: 'The mail server of the buyer’s address has taken it.',
    next_copy: 1,
  },
  refundable: 0,
  history: [
    { at: ago(n * 3600 * 1000), kind: 'began', says: 'Checkout started' },
    {
      at: ago(n * 3600 * 1000 - 1000),
      kind: 'paid',
      says: 'Paid',
      detail: 'First reported by Stripe’s webhook. Event: checkout.session.completed.',
    },
    { at: null, kind: 'dispute', says: 'Dispute opened' },
  ],
});

/** The orders from the newest, `of` in all, in pages of 25. */
const orderPage = (first: number, of: number) => ({
  orders: Array.from({ length: Math.min(25, of - first) }, (_, index) => orderRow(first + index)),
  next: first + 25 < of ? `after ${first + 24}` : null,
  total: of,
  lost_receipts: of > 6 ? [numberFor(6)] : [],
});

const sum = (orders: number): SalesSum => ({
  orders,
  amount: orders * 899,
  discount: 0,
  refunded: 0,
});

/** A month in which each day sold one of each. */
const salesAnswer = (range: string | null) => {
  const sums = Object.fromEntries(PRODUCTS.map(({ product_type }) => [product_type, sum(1)]));
  const bars = Array.from({ length: 30 }, (_, day) => ({
    from: ago((29 - day) * DAY_MS).slice(0, 10),
    sums,
  }));
  const products = PRODUCTS.map((product) => Object.assign({ sum: sum(30) }, product));
  return { range, time_zone: 'UTC', currency: 'USD', total: sum(120), products, bars };
};

const run = (minutesAgo: number, healed: string[] = []): ReconcilerRun => ({
  at: ago(minutesAgo * 60_000),
  sessions: 3,
  events: 5,
  failed: 0,
  healed,
});

type Shown = { orders?: number; comparedMinutesAgo?: number };

/** The owner's orders page over made-up orders: the shop is not asked. */
export const adminShows = async (
  page: Page,
  { orders = 60, comparedMinutesAgo = 4 }: Shown = {},
): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: ago(-DAY_MS) } });
  const last = run(comparedMinutesAgo);
  const news = [run(300, [numberFor(3)])];
  await answer(page, 'admin/reconciler', { json: { last, news } });
  await page.route('**/api/admin/sales?*', (route) =>
    route.fulfill({ json: salesAnswer(new URL(route.request().url()).searchParams.get('range')) }),
  );
  await page.route(/\/api\/admin\/orders(\?|$)/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    const first = cursor === null ? 0 : Number(cursor.replace('after ', '')) + 1;
    return route.fulfill({ json: orderPage(first, orders) });
  });
  await page.route('**/api/admin/orders/*', (route) => {
    const number = route.request().url().split('/').at(-1) ?? '';
    return route.fulfill({ json: orderDetail(Number.parseInt(number.replaceAll('-', ''), 16)) });
  });
};

/** The database of the orders does not answer. */
export const DOWN: Answer = { status: 503, json: { status: 503, code: 'temporarily_unavailable' } };
