import type { Page } from '@playwright/test';
import type { OrderDetail, OrderPage, ReportResponse } from '../../src/contract/admin-orders.ts';
import type { Edition, GuideFilesResponse } from '../../src/contract/guide-files.ts';
import type { HealthReport } from '../../src/contract/health.ts';
import { SAMPLE, UPLOADED, guideFiles, orderDetail, orderRow } from '../admin/sample-data.ts';
import { PRODUCTS } from '../catalog.ts';
import { type MockResponse, NOW, mockResponse, problem } from './answers.ts';

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

/** An order with every detail that its page can show. */
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
 * A page of up to 25 of `total` orders, starting at position `from`. The orders are an hour apart,
 * and the newest is withdrawn.
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

/** A link to a guide on /admin-upload. */
export const UPLOAD_LINK = {
  text: 'Upload the PDF of Guide 2',
  href: '/admin-upload#guide-2',
} as const;

export const healthReport = (...checks: HealthReport['checks']): MockResponse => ({
  json: {
    status: checks.some(({ state }) => state === 'fault') ? 'fault' : 'warning',
    checks,
  } satisfies HealthReport,
});

/** A warning without a link, and a fault with a link to the page where the owner can fix it. */
export const UNHEALTHY: MockResponse = healthReport(
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

/** Mocks a logged-in owner and a healthy shop. */
const mockOwnerSession = async (page: Page): Promise<void> => {
  await mockResponse(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await mockResponse(page, 'health', { json: { status: 'ok' } });
};

/** Mocks the API of the owner's orders page. No API request reaches the shop. */
export const mockOrdersPage = async (page: Page, { orders = 60 } = {}): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await mockOwnerSession(page);
  await mockResponse(page, 'admin/report', { json: REPORT });
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

/** One file in each state: uploaded, a sample, and missing. */
const FILES = [UPLOADED, SAMPLE, null];
const GUIDE_FILES: GuideFilesResponse = {
  products: PRODUCTS.map(({ id, name }, index) =>
    guideFiles(id, FILES[index] ?? null, { name, earlier: EARLIER, buyers: 1300 }),
  ),
  preview_to: 'owner@example.com',
};

/** Mocks the API of the owner's guides page. No API request reaches the shop. */
export const mockGuidesPage = async (page: Page, changes: object = {}): Promise<void> => {
  await mockOwnerSession(page);
  await mockResponse(page, 'admin/guides', { json: { ...GUIDE_FILES, ...changes } });
};

/** The product whose file guides.spec.ts replaces while other tests run. */
export const REPLACED = 'guide-3';
