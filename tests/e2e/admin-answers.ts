import type { Page } from '@playwright/test';
import type {
  OrderDetail,
  OrderPage,
  OrderRow,
  ReportResponse,
  ReportSum,
} from '../../src/contract/admin-orders.ts';
import type { GuideFilesResponse } from '../../src/contract/guide-files.ts';
import type { HealthReport } from '../../src/contract/health.ts';
import {
  SAMPLE,
  edition,
  guideFiles,
  orderDetail as detail,
  orderRow,
} from '../admin/sample-data.ts';
import { PRODUCTS } from '../catalogue.ts';
import { type Answer, NOW, answer, problem } from './answers.ts';

const DAY_MS = 24 * 3600 * 1000;
const STATUSES = ['paid', 'refunded', 'pending', 'disputed', 'blocked', 'failed'] as const;

const ago = (ms: number): string => new Date(NOW - ms).toISOString();

/** "0000-0000-001A" for 26. */
export const numberFor = (n: number): string =>
  (n.toString(16).toUpperCase().padStart(12, '0').match(/.{4}/g) ?? []).join('-');

/** The order of `n` hours ago. */
const orderOf = (n: number): OrderRow => {
  const status = STATUSES[n % STATUSES.length] ?? 'paid';
  return orderRow({
    number: numberFor(n),
    sold_at: ago(n * 3600 * 1000),
    product_type: PRODUCTS[n % PRODUCTS.length]?.product_type ?? '',
    refunded: status === 'refunded' ? 1999 : n % 12 === 6 ? 500 : 0,
    status,
  });
};

/** The newest order is withdrawn, and a disputed one needs an answer. */
export const orderDetail = (n: number): OrderDetail => {
  const order = orderOf(n);
  const receipt = { at: ago(0), detail: 'b9f0c7d2' };
  return detail({
    ...order,
    ...(n === 0 && { withdrawn_at: ago(0), refund_due_on: '2026-12-05' }),
    ...(order.status === 'blocked' && { access: { is: 'blocked', at: ago(0) } }),
    ...(order.status === 'disputed' && {
      disputes: [{ status: 'needs_response', due_by: ago(-20 * DAY_MS) }],
    }),
    files: [{ file_name: 'Money-Smart-Kids-Ages-6-10.pdf', times: 2, last_at: ago(0) }],
    receipts: [
      { ...receipt, copy: 0, is_own: true, outcome: 'sent' },
      { ...receipt, copy: 1, is_own: false, outcome: 'refused' },
    ],
    next_copy: 2,
  });
};

/** The orders from a position on, `total` in all, in pages of 25. */
const orderPage = (from: number, total: number): OrderPage => {
  const withdrawn = [
    { number: numberFor(0), guide_name: 'Complete Bundle', due_on: '2026-12-05' },
    { number: numberFor(8), guide_name: 'Complete Bundle', due_on: '2026-11-22' },
  ];
  return {
    orders: Array.from({ length: Math.min(25, total - from) }, (_, index) => orderOf(from + index)),
    next: from + 25 < total ? from + 25 : null,
    total,
    waiting: { withdrawn: total > 0 ? withdrawn : [] },
  };
};

const sumOf = (orders: number): ReportSum => {
  const [gross, refunded, tax] = [orders * 899, 899, 100];
  return { currency: 'USD', orders, gross, refunded, tax, net: gross - refunded - tax };
};

/** A month with one sale of each product a day, and more at its end. */
const REPORT: ReportResponse = {
  from: '2026-11',
  to: '2026-11',
  time_zone: 'UTC',
  products: PRODUCTS.map(({ product_type, name }) => ({ product_type, name, ...sumOf(30) })),
  totals: [sumOf(30 * PRODUCTS.length)],
  stripe_url: 'https://dashboard.stripe.com/test/payments',
};

const finding = { about: 'Guide files', next: null };
export const NOT_WELL: Answer = {
  json: {
    status: 'fault',
    checks: [
      { ...finding, state: 'warning', says: 'A file is old.' },
      { ...finding, state: 'fault', says: 'Buyers get no file.' },
    ],
  } satisfies HealthReport,
};
const WELL: Answer = { json: { status: 'ok' } };

/** The owner's orders page over made-up orders; the shop is not asked. */
export const adminShows = async (page: Page, { orders = 60 } = {}): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: ago(-DAY_MS) } });
  await answer(page, 'health', WELL);
  await page.route('**/api/admin/report?*', (route) => route.fulfill({ json: REPORT }));
  await page.route(/\/api\/admin\/orders(\?|$)/, (route) => {
    const from = new URL(route.request().url()).searchParams.get('from');
    return route.fulfill({ json: orderPage(Number(from), orders) });
  });
  await page.route('**/api/admin/orders/*', (route) => {
    const number = route.request().url().split('/').at(-1) ?? '';
    return route.fulfill({ json: orderDetail(Number.parseInt(number.replaceAll('-', ''), 16)) });
  });
};

/** The shop's answer while its database is down. */
export const DOWN = problem(503, 'Please try again in a minute.', 'temporarily_unavailable');

const earlier = [1, 2].map((day) => ({
  id: `earlier-${day}`,
  size: 2_100_000,
  sha256: '',
  pages: 15,
  title: null,
  uploadedAs: 'Allowance guide.pdf',
  uploadedAt: `2026-10-0${day}T10:00:00.000Z`,
}));

/** Each state of a file: the first guide has earlier ones, the second a sample, the third none, and the bundle is old. */
const GUIDE_FILES: GuideFilesResponse = {
  products: PRODUCTS.map(({ id, name }, index) => {
    const current = [edition(3), SAMPLE, null][index];
    const more = index === 0 ? { earlier, buyers: 1300 } : {};
    return guideFiles(id, current === undefined ? edition(1) : current, { name, ...more });
  }),
  preview_to: 'owner@example.com',
};

/** The owner's page of the guides over made-up editions; the shop is not asked. */
export const guidesAre = async (page: Page): Promise<void> => {
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'health', WELL);
  await answer(page, 'admin/guides', { json: GUIDE_FILES });
};

/** The product whose file guides.spec.ts replaces, while the other tests run. */
export const REPLACED = 'guide-3';
