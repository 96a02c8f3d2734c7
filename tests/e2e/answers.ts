import type { Locator, Page, Route } from '@playwright/test';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { DownloadFile, OrderStatus, PublicOrder } from '../../src/contract/orders.ts';

/** The current time on the owner's pages in tests with mock data. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** The session id in mock responses. */
export const SESSION = 'cs_test_made_up_for_tests_7Kq2Zx9w';
export const SUCCESS = `/payment-success?session_id=${SESSION}`;
export const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

export const orderFor = (productType: string, status: OrderStatus = 'paid'): PublicOrder => ({
  stripe_session_id: SESSION,
  status,
  amount: productType === 'bundle' ? 1999 : 899,
  currency: 'USD',
  product_type: productType,
  guide_name: productType === 'bundle' ? 'Complete Bundle' : 'Ages 6-10',
  created_at: '2026-11-21T10:00:00.000Z',
});

export type MockResponse = { status?: number; json?: unknown } | 'unreachable' | 'never';

const respond = (route: Route, response: MockResponse): Promise<void> => {
  if (response === 'never') return Promise.resolve();
  if (response === 'unreachable') return route.abort();
  return route.fulfill({ status: response.status ?? 200, json: response.json ?? {} });
};

/**
 * Mocks the responses of one function, such as `mockResponse(page, 'health', { status: 429 })`.
 * Uses a regular expression, because Playwright would call a predicate function for each of the
 * page's requests.
 */
export const mockResponse = (page: Page, name: string, response: MockResponse): Promise<unknown> =>
  page.route(new RegExp(`/api/${name.replaceAll('.', '\\.')}(\\?|$)`), (route) =>
    respond(route, response),
  );

/** Mocks the responses about the order for SESSION. */
export const mockPurchase = async (
  page: Page,
  status: OrderStatus | 'unpaid',
  productType = 'individual_guide_6_10',
  files: readonly DownloadFile[] = [],
): Promise<void> => {
  const order = status === 'unpaid' ? null : orderFor(productType, status);
  await mockResponse(page, 'verify-payment', {
    json: { status, order, files, hasEmail: order !== null },
  });
  await mockResponse(page, 'orders', { json: { order: status === 'paid' ? order : null } });
};

/**
 * Keeps the browser on the current page if the page redirects to the home page. A browser stays on
 * a page if the response to a navigation has no content.
 */
export const stayOnPage = (page: Page): Promise<unknown> =>
  page.route(/:\d+\/$/, (route) => route.fulfill({ status: 204 }));

/**
 * Advances a page's clock in small steps until the text is visible. A page starts each check of an
 * order only after the response to the previous check.
 */
export const runClockUntil = async (page: Page, text: Locator): Promise<void> => {
  while (!(await text.isVisible())) await page.clock.runFor(5_000);
};

/** An error response from the shop's functions. */
export const problem = (
  status: number,
  detail: string,
  code: ProblemCode = 'internal_error',
): MockResponse => ({
  status,
  json: { type: 'about:blank', title: 'Problem', status, detail, code },
});
