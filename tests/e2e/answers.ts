import type { Locator, Page, Route } from '@playwright/test';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { DownloadFile, OrderStatus, PublicOrder } from '../../src/contract/orders.ts';

/** The time on owner pages with mock data. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** The session of mock responses, which replace the shop's functions. */
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

export type Answer = { status?: number; json?: unknown } | 'unreachable' | 'never';

const give = (route: Route, answer: Answer): Promise<void> => {
  if (answer === 'never') return Promise.resolve();
  if (answer === 'unreachable') return route.abort();
  return route.fulfill({ status: answer.status ?? 200, json: answer.json ?? {} });
};

/**
 * Mocks the responses of one function: `answer(page, 'products', { json: { products: [] } })`. Uses
 * a pattern, which Playwright matches itself. A function would be called for every request of the
 * page.
 */
export const answer = (page: Page, name: string, given: Answer): Promise<unknown> =>
  page.route(new RegExp(`/api/${name.replaceAll('.', '\\.')}(\\?|$)`), (route) =>
    give(route, given),
  );

/** Mocks the shop's responses about the purchase of SESSION. */
export const purchaseIs = async (
  page: Page,
  status: OrderStatus | 'unpaid',
  productType = 'individual_guide_6_10',
  files: readonly DownloadFile[] = [],
): Promise<void> => {
  const order = status === 'unpaid' ? null : orderFor(productType, status);
  await answer(page, 'verify-payment', {
    json: { status, order, files, hasEmail: order !== null },
  });
  await answer(page, 'orders', { json: { order: status === 'paid' ? order : null } });
};

/**
 * Stops the page from going home, so that it can be read: the browser stays on the page after a
 * response without content.
 */
export const staysDespiteHome = (page: Page): Promise<unknown> =>
  page.route(/:\d+\/$/, (route) => route.fulfill({ status: 204 }));

/**
 * Runs a page's clock until the text is there. Each check of a purchase waits for the response to
 * the previous one.
 */
export const passTimeUntil = async (page: Page, text: Locator): Promise<void> => {
  while (!(await text.isVisible())) await page.clock.runFor(5_000);
};

/** A problem document of the shop's functions. */
export const problem = (
  status: number,
  detail: string,
  code: ProblemCode = 'internal_error',
): Answer => ({ status, json: { type: 'about:blank', title: 'Problem', status, detail, code } });
