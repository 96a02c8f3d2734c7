import type { Page } from '@playwright/test';
import type { OrderDetail, OrderPage, ReportResponse } from '../../src/contract/admin-orders.ts';
import type { Edition, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import type { HealthReport } from '../../src/contract/health.ts';
import { SAMPLE, UPLOADED, guideFiles, orderDetail, orderRow } from '../admin/sample-data.ts';
import { PRODUCTS } from '../catalog.ts';
import { type Answer, NOW, answer, problem } from './answers.ts';

const STATUSES = [
  'paid',
  'refunded',
  'pending',
  'disputed',
  'blocked',
  'failed',
  'unmatched',
] as const;

const hoursAgo = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString();

/** "0000-0000-001A" for 26. */
export const numberFor = (n: number): string =>
  (n.toString(16).toUpperCase().padStart(12, '0').match(/.{4}/g) ?? []).join('-');

/** An order with everything that its page can show. */
const detailOf = (number: string): OrderDetail => {
  const at = hoursAgo(0);
  const receipt = { at, detail: 'b9f0c7d2' };
  return orderDetail({
    number,
    discount: 500,
    code: 'SPRING',
    paid_tax: 120,
    refunded: 500,
    disputed: 1000,
    tax: 90,
    net: 409,
    withdrawn_at: at,
    refund_due_on: '2026-12-05',
    access: { is: 'open', at },
    disputes: [{ status: 'needs_response', amount: 1000, due_by: '2026-12-11T12:00:00.000Z' }],
    files: [{ file_name: 'Money-Smart-Kids-Ages-6-10.pdf', times: 2, last_at: at }],
    receipts: [
      { ...receipt, copy: 0, is_own: true, outcome: 'sent' },
      { ...receipt, copy: 1, is_own: false, outcome: 'refused' },
    ],
    next_copy: 2,
  });
};

/**
 * The orders from a position on, `total` in all, in pages of 25. There is one order an hour, and
 * the newest is withdrawn.
 */
const orderPage = (from: number, total: number): OrderPage => {
  const withdrawn = { number: numberFor(0), guide_name: 'Complete Bundle', due_on: '2026-12-05' };
  return {
    orders: Array.from({ length: Math.min(25, total - from) }, (_, index) => {
      const n = from + index;
      const status = STATUSES[n % STATUSES.length] ?? 'paid';
      return orderRow({ number: numberFor(n), sold_at: hoursAgo(n), refunded: 500, status });
    }),
    next: from + 25 < total ? from + 25 : null,
    total,
    waiting: { withdrawn: total > 0 ? [withdrawn] : [] },
  };
};

const SUM = {
  currency: 'USD',
  orders: 30,
  gross: 26_970,
  refunded: 899,
  disputed: 1999,
  tax: 100,
  net: 23_972,
};
const REPORT: ReportResponse = {
  from: '2026-11',
  to: '2026-11',
  time_zone: 'UTC',
  products: PRODUCTS.map(({ product_type, name }) => ({ product_type, name, ...SUM })),
  codes: [{ code: 'SPRING', ...SUM, orders: 5, gross: 4495, disputed: 0, net: 3496 }],
  totals: [SUM],
  stripe_url: 'https://dashboard.stripe.com/test/payments',
};

/** A link to a guide's place on /admin-upload. */
export const UPLOAD_LINK = {
  text: 'Upload the PDF of Guide 2',
  href: '/admin-upload#guide-2',
} as const;

export const healthIs = (...checks: HealthReport['checks']): Answer => ({
  json: {
    status: checks.some(({ state }) => state === 'fault') ? 'fault' : 'warning',
    checks,
  } satisfies HealthReport,
});

/** A warning without a page to fix it, and a fault with one. */
export const NOT_WELL: Answer = healthIs(
  { about: 'Guide files', state: 'warning', says: 'A file is old.', next: 'Look at it.' },
  { about: 'Guide files', state: 'ok', says: 'One is fine.', next: null },
  {
    about: 'Guide files',
    state: 'fault',
    says: 'Buyers get no file.',
    next: 'Upload a PDF at /admin-upload.',
    link: UPLOAD_LINK,
  },
);

/** Logged in, with no findings. */
const ownerIsIn = async (page: Page): Promise<void> => {
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'health', { json: { status: 'ok' } });
};

/** The owner's orders page with mock data. No request reaches the shop. */
export const adminShows = async (page: Page, { orders = 60 } = {}): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await ownerIsIn(page);
  await answer(page, 'admin/report', { json: REPORT });
  await page.route(/\/api\/admin\/orders(\?|$)/, (route) => {
    const from = new URL(route.request().url()).searchParams.get('from');
    return route.fulfill({ json: orderPage(Number(from), orders) });
  });
  await page.route('**/api/admin/orders/*', (route) => {
    const number = route.request().url().split('/').at(-1) ?? '';
    return route.fulfill({ json: detailOf(number) });
  });
};

/** The shop's response while its database is down. */
export const DOWN = problem(503, 'Please try again in a minute.', 'temporarily_unavailable');

const EARLIEST: Edition = {
  id: 'earliest',
  size: 2_100_000,
  sha256: '',
  pages: 15,
  uploadedAs: 'Allowance guide.pdf',
  uploadedAt: '2026-10-01T10:00:00.000Z',
};

const EARLIER = [{ ...EARLIEST, id: 'earlier' }, EARLIEST];

/** Each state of a file: uploaded, a sample, and none. */
const FILES = [UPLOADED, SAMPLE, null];
const GUIDE_FILES: GuideFilesResponse = {
  products: PRODUCTS.map(({ id, name }, index) =>
    guideFiles(id, FILES[index] ?? null, { name, earlier: EARLIER, buyers: 1300 }),
  ),
  preview_to: 'owner@example.com',
};

/** The owner's guides page with mock data. No request reaches the shop. */
export const guidesAre = async (page: Page, more: object = {}): Promise<void> => {
  await ownerIsIn(page);
  await answer(page, 'admin/guides', { json: { ...GUIDE_FILES, ...more } });
};

/** The product whose file guides.spec.ts replaces, while the other tests run. */
export const REPLACED = 'guide-3';
