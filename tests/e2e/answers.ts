import type { Page, Route } from '@playwright/test';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { DownloadFile, OrderStatus, PublicOrder } from '../../src/contract/orders.ts';

/** The time by the clock of a page that shows made-up times of the owner’s. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Answers that stand in for the shop's functions, at the network's border. */
export const SESSION = 'cs_test_made_up_for_tests_7Kq2Zx9w';

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

/** Answers one function's calls, or those by one method: `answer(page, 'products', { json: { products: [] } })`. */
export const answer = (
  page: Page,
  name: string,
  given: Answer,
  method?: string,
): Promise<unknown> =>
  page.route(
    (url) => url.pathname === `/api/${name}`,
    (route) =>
      method === undefined || method === route.request().method()
        ? give(route, given)
        : route.fallback(),
  );

/** The purchase of SESSION as the shop would tell of it. */
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

/** The page that is told to go home stays, so that it can be read: an answer without content moves no page. */
export const staysDespiteHome = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.pathname === '/',
    (route) => route.fulfill({ status: 204 }),
  );

/** A problem document as the shop's functions answer it. */
export const problem = (
  status: number,
  detail: string,
  code: ProblemCode = 'internal_error',
): Answer => ({ status, json: { type: 'about:blank', title: 'Problem', status, detail, code } });
