import { type Page, expect } from '@playwright/test';
import { FAQ, GUIDES, menuName } from '../../catalogue.ts';
import { SESSION, answer, purchaseIs } from '../answers.ts';
import { adminShows, numberFor } from '../admin-answers.ts';
import { scriptsRun } from '../parent.ts';

/** A screen of the shop: where it is, what brings it about, and what it shows once it is there. */
export type Screen = {
  readonly name: string;
  readonly at: string;
  readonly before?: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<unknown>;
  readonly shows: string;
  /** Looked at whenever anything changes, in place of all that are like it. */
  readonly ofItsKind?: 'on a computer' | 'on a phone too' | undefined;
};

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

const openFirst = (selector: string) => (page: Page) =>
  page.locator(selector).filter({ visible: true }).first().click();

const raiseToast = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Buy Guide/ }).click();
  // A toast under the pointer stays.
  await page.locator('[data-sonner-toast]').hover();
};

const PLAIN: readonly Screen[] = [
  { name: 'home', at: '/', shows: 'Shop Individual Guides', ofItsKind: 'on a phone too' },
  ...GUIDES.map(({ number, path: at }) => ({
    name: `guide ${number}`,
    at,
    shows: 'What they will learn',
    ofItsKind: number === 1 ? ('on a phone too' as const) : undefined,
  })),
  { name: 'about', at: '/about', shows: 'Get Free Printable' },
  { name: 'questions', at: '/faqs', shows: FAQ.question },
  { name: 'terms', at: '/terms', shows: 'Last changed' },
  { name: 'privacy', at: '/privacy', shows: 'Last changed' },
  { name: 'refunds', at: '/refunds', shows: 'Last changed' },
  { name: 'canceled', at: '/payment-canceled', shows: 'Payment Canceled' },
  { name: 'payment error', at: '/payment-error', shows: 'Payment error' },
  {
    name: 'no such page',
    at: '/no-such-page',
    shows: 'Oops! Page not found',
  },
];

const OPENED: readonly Screen[] = [
  {
    name: 'a menu, open',
    at: '/',
    act: openFirst('details.menu > summary'),
    shows: GUIDES.map(menuName)[0] ?? '',
    ofItsKind: 'on a computer',
  },
  {
    name: 'a question, open',
    at: '/faqs',
    act: openFirst('main summary'),
    shows: FAQ.answer,
    ofItsKind: 'on a computer',
  },
  {
    name: 'a page of a guide, large',
    at: '/guide-1',
    act: openFirst('[popovertarget]'),
    shows: 'Close',
    ofItsKind: 'on a computer',
  },
  {
    name: 'a toast',
    at: '/guide-1',
    before: (page) => answer(page, 'create-payment', 'unreachable'),
    act: raiseToast,
    shows: 'There was an error processing your payment. Please try again.',
    ofItsKind: 'on a computer',
  },
  {
    name: 'a busy button',
    at: '/guide-1',
    before: (page) => answer(page, 'create-payment', 'never'),
    act: (page) => page.getByRole('button', { name: /^Buy Guide/ }).click(),
    shows: 'Processing...',
  },
];

const noAnswer = (page: Page) => answer(page, 'verify-payment', 'never');
const unreachable = async (page: Page): Promise<void> => {
  await answer(page, 'verify-payment', 'unreachable');
  await answer(page, 'orders', 'unreachable');
};

const PAYMENTS: readonly Screen[] = [
  {
    name: 'payment, being looked up',
    at: SUCCESS,
    before: noAnswer,
    shows: 'Confirming your order...',
  },
  {
    name: 'payment, paid',
    at: SUCCESS,
    before: (page) => purchaseIs(page, 'paid'),
    shows: 'Order confirmed',
    ofItsKind: 'on a computer',
  },
  {
    name: 'payment, pending',
    at: SUCCESS,
    before: (page) => purchaseIs(page, 'pending'),
    shows: 'Your payment is still being processed',
  },
  {
    name: 'payment, failed',
    at: SUCCESS,
    before: (page) => purchaseIs(page, 'failed'),
    shows: 'The payment did not go through',
  },
  {
    name: 'payment, refunded',
    at: SUCCESS,
    before: (page) => purchaseIs(page, 'refunded'),
    shows: 'This order was refunded',
  },
  {
    name: 'payment, in dispute',
    at: SUCCESS,
    before: (page) => purchaseIs(page, 'disputed'),
    shows: 'This payment is in dispute',
  },
  {
    name: 'payment, unknown',
    at: SUCCESS,
    before: (page) => purchaseIs(page, 'unpaid'),
    shows: 'We cannot see your order yet.',
  },
  {
    name: 'payment, not to be verified',
    at: SUCCESS,
    before: unreachable,
    shows: 'We cannot see your order yet.',
  },
  {
    name: 'payment, without a session',
    at: '/payment-success',
    shows: 'This address names no order.',
  },
];

const filesOf = async (page: Page, productType: string): Promise<void> => {
  await purchaseIs(page, 'paid', productType);
  const id = productType === 'bundle' ? 'bundle' : 'guide-1';
  const product = { id, name: 'Guide', product_type: productType, is_active: true };
  await answer(page, 'products', { json: { products: [product] } });
  const files = [{ downloadUrl: '/api/files/none', fileName: 'Money-Smart-Kids-Ages-6-10.pdf' }];
  await answer(page, 'secure-file-access', { json: { files } });
};

const DOWNLOADS: readonly Screen[] = [
  {
    name: 'download, being verified',
    at: DOWNLOAD,
    before: noAnswer,
    shows: 'Verifying your purchase...',
  },
  {
    name: 'download, pending',
    at: DOWNLOAD,
    before: (page) => purchaseIs(page, 'pending'),
    shows: 'Your payment is still being processed',
  },
  {
    name: 'download, ready',
    at: DOWNLOAD,
    before: (page) => filesOf(page, 'individual_guide_6_10'),
    shows: 'Money-Smart-Kids-Ages-6-10.pdf',
    ofItsKind: 'on a phone too',
  },
  {
    name: 'download of the bundle, ready',
    at: DOWNLOAD,
    before: (page) => filesOf(page, 'bundle'),
    shows: 'Download Your Guides',
  },
  {
    name: 'download, under way',
    at: DOWNLOAD,
    before: async (page) => {
      await filesOf(page, 'individual_guide_6_10');
      await answer(page, 'files/none', 'never');
    },
    act: (page) => page.getByRole('button', { name: 'Download Your Guide' }).click(),
    shows: 'Preparing Download...',
  },
];

const ORDERS: readonly Screen[] = [
  {
    name: 'the orders, with the table of their sums',
    at: '/admin-orders',
    before: adminShows,
    act: openFirst('main summary'),
    shows: 'Show more',
    ofItsKind: 'on a computer',
  },
  {
    name: 'an order, about to be blocked',
    at: `/admin-orders#order=${numberFor(6)}`,
    before: adminShows,
    act: (page) => page.getByRole('button', { name: 'Block downloads' }).click(),
    shows: 'stop working at once',
    ofItsKind: 'on a computer',
  },
];

export const SCREENS: readonly Screen[] = [
  ...PLAIN,
  ...OPENED,
  ...PAYMENTS,
  ...DOWNLOADS,
  ...ORDERS,
];

/** Goes to a screen at the page's present size, and waits until it is there. */
export const show = async (page: Page, { at, act, shows }: Screen): Promise<void> => {
  await page.goto(at);
  await scriptsRun(page);
  await act?.(page);
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
};
