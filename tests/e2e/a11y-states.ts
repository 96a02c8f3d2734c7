import { guideLink } from '../guide-link.ts';
import { type Page, expect } from '@playwright/test';
import {
  fileNameOf,
  CONTENT_PAGES,
  FAQ,
  GUIDES,
  ORDERS,
  SITE,
  menuName,
  productOf,
} from '../catalog.ts';
import { UNHEALTHY, mockGuidesPage, mockOrdersPage, numberFor } from './admin-answers.ts';
import {
  DOWNLOAD,
  type MockResponse,
  SESSION,
  SUCCESS,
  mockPurchase,
  mockResponse,
  orderFor,
  problem,
} from './answers.ts';
import { SHOWN_STATES, mockOrder } from './order-states.ts';
import { ILLUSTRATED, clickFirst, zoomButton } from './page-dialog.ts';
import { buyButton, waitForScripts } from './parent.ts';
import { makePdf } from '../shop/pdfs.ts';

type Act = (page: Page) => Promise<unknown>;

/** A page of the shop in one of its states. */
export type Screen = {
  /** The end of a test name, such as "passes axe and policy checks on the gift cards". */
  readonly name: string;
  readonly path: string;
  /** Text that the page shows in this state. */
  readonly text: string;
  /** Mocks responses before the page is opened. */
  readonly mock?: Act;
  /** Brings the open page into this state. */
  readonly act?: Act;
};

const FIND = '/find-purchase';
export const ORDER = `/admin-orders#order=${numberFor(6)}`;

const open =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().click();
const click =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name }).click();
export const mock =
  (response: MockResponse, ...names: string[]): Act =>
  (page) =>
    Promise.all(names.map((name) => mockResponse(page, name, response)));
const mockStatus =
  (status: Parameters<typeof mockPurchase>[1]): Act =>
  (page) =>
    mockPurchase(page, status);

const openMenuOverToast: Act = async (page) => {
  await buyButton(page).click();
  // A toast does not disappear while the pointer is over it.
  await page.locator('[data-sonner-toast]').hover();
  await page.locator('details.menu > summary').filter({ visible: true }).press('Enter');
  // The page contains both the desktop menu and the phone menu.
  const entry = page.getByText(GUIDES.map(menuName)[0] ?? '').filter({ visible: true });
  await expect(entry.first()).toBeVisible();
};
const requestLinks: Act = async (page) => {
  await page.getByLabel('Your email address').fill('parent@example.com');
  await click('Send me my links')(page);
};
/** Mocks a paid order, and the response to requests for its file. */
export const mockFileOf =
  (id: 'guide-1' | 'bundle', response: MockResponse = 'never'): Act =>
  async (page) => {
    const files = [guideLink('/api/files/none', fileNameOf(id))];
    await mockPurchase(page, 'paid', productOf(id).product_type, files);
    await mockResponse(page, 'files/none', response);
  };
const STATES = SHOWN_STATES.flatMap(({ name, response, texts }): Screen[] =>
  [SUCCESS, DOWNLOAD].map((path) => ({
    name: `${path.split('?')[0]} with ${name}`,
    path,
    text: texts.text,
    mock: (page) => mockOrder(page, response),
  })),
);
/** Mocks an order that is pending in the first response and paid in later ones. */
const mockPendingThenPaid: Act = async (page) => {
  await mockPurchase(page, 'paid', 'bundle');
  const json = { status: 'pending', order: orderFor('bundle', 'pending') };
  await page.route('**/api/verify-payment', (route) => route.fulfill({ json }), { times: 1 });
};
const NO_ADDRESS = problem(400, 'email: Please enter an e-mail address.', 'invalid_request');
const mockFindings: Act = async (page) => {
  await mockOrdersPage(page);
  await mockResponse(page, 'health', UNHEALTHY);
};
const zoomIntoPicture: Act = async (page) => {
  await clickFirst(page);
  await zoomButton(page).press('Enter');
};
const chooseGuide: Act = async (page) => {
  const buffer = Buffer.from(await makePdf({ title: 'The monthly plan of a family', pages: 3 }));
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer });
};
const DIFFERS = problem(409, 'This PDF has 3 pages, but the shop promises 15.', 'file_differs');
const mockDifferentGuide: Act = async (page) => {
  await mockGuidesPage(page);
  await mockResponse(page, 'upload', DIFFERS);
};
const publishDifferentGuide: Act = async (page) => {
  await chooseGuide(page);
  await click('Publish')(page);
};
/** Keeps the page polling no matter how long axe takes. */
const mockRateLimit = mock({ status: 429 }, 'verify-payment', 'orders');

/** The screens that `npm test` checks. */
export const DAILY: readonly Screen[] = [
  {
    name: 'the home page with the menu open over a toast',
    path: '/',
    text: 'Payment error',
    mock: mock('unreachable', 'create-payment'),
    act: openMenuOverToast,
  },
];

/** The screens that only the deep tests check. */
export const NIGHTLY: readonly Screen[] = [
  ...CONTENT_PAGES.map((path): Screen => ({ name: path, path, text: SITE.brand })),
  {
    name: 'a guide’s page with an open lesson',
    path: '/guide-1',
    text: 'Together',
    act: open('details[name="lessons"] > summary'),
  },
  {
    name: 'a guide’s page with a picture in a dialog',
    path: ILLUSTRATED.path,
    text: 'Zoom in',
    act: clickFirst,
  },
  {
    name: 'a guide’s page with a zoomed picture',
    path: ILLUSTRATED.path,
    text: 'Zoom out',
    act: zoomIntoPicture,
  },
  {
    name: 'a guide’s page while checkout starts',
    path: '/guide-1',
    text: 'Processing...',
    mock: mock('never', 'create-payment'),
    act: click('Buy Guide'),
  },
  {
    name: 'the FAQ page with an open question',
    path: '/faqs',
    text: FAQ.answer,
    act: open('main summary'),
  },
  {
    name: 'the canceled page',
    path: '/payment-canceled',
    text: 'Payment Canceled',
  },
  {
    name: 'the payment error page',
    path: '/payment-error',
    text: 'Payment error',
  },
  {
    name: 'the gift cards',
    path: '/present',
    text: 'Give it as a gift',
  },
  {
    name: 'the page for an unknown address',
    path: '/no-such-page',
    text: 'Oops! Page not found',
  },

  {
    name: '/find-purchase while it sends the address',
    path: FIND,
    text: 'Sending...',
    mock: mock('never', 'find-purchase'),
    act: requestLinks,
  },
  {
    name: '/find-purchase while the shop is unreachable',
    path: FIND,
    text: 'Check your connection',
    mock: mock('unreachable', 'find-purchase'),
    act: requestLinks,
  },
  {
    name: '/find-purchase with an invalid address',
    path: FIND,
    text: 'That doesn’t look like an email address.',
    mock: mock(NO_ADDRESS, 'find-purchase'),
    act: requestLinks,
  },
  {
    name: '/find-purchase after the email was sent',
    path: `${FIND}#sent`,
    text: 'Check your inbox',
  },

  {
    name: '/payment-success without a session',
    path: '/payment-success',
    text: 'No valid session found.',
  },
  {
    name: '/payment-success during its first check',
    path: SUCCESS,
    text: 'Confirming your order...',
    mock: mock('never', 'verify-payment'),
  },
  {
    name: '/payment-success with delayed checks',
    path: SUCCESS,
    text: ORDERS.delayed.text,
    mock: mockRateLimit,
  },
  {
    name: '/payment-success with a paid order',
    path: SUCCESS,
    text: 'Order confirmed',
    mock: mockStatus('paid'),
  },
  {
    name: '/payment-success after a pending payment succeeds',
    path: SUCCESS,
    text: SESSION.slice(-8),
    mock: mockPendingThenPaid,
  },
  {
    name: '/payment-success with a failed payment',
    path: SUCCESS,
    text: ORDERS.failed.heading,
    mock: mockStatus('failed'),
  },
  {
    name: '/payment-success with a refunded order',
    path: SUCCESS,
    text: ORDERS.refunded.heading,
    mock: mockStatus('refunded'),
  },
  {
    name: '/payment-success with a disputed order',
    path: SUCCESS,
    text: ORDERS.disputed.heading,
    mock: mockStatus('disputed'),
  },
  {
    name: '/payment-success with an order on hold',
    path: SUCCESS,
    text: ORDERS.blocked.heading,
    mock: mockStatus('blocked'),
  },
  {
    name: '/payment-success without an order',
    path: SUCCESS,
    text: ORDERS.notSeen.text,
    mock: mockStatus('unpaid'),
  },
  ...STATES,

  {
    name: '/guide-download during its first check',
    path: DOWNLOAD,
    text: 'Verifying your purchase...',
    mock: mock('never', 'verify-payment'),
  },
  {
    name: '/guide-download with delayed checks',
    path: DOWNLOAD,
    text: ORDERS.delayed.text,
    mock: mockRateLimit,
  },
  {
    name: '/guide-download with a guide',
    path: DOWNLOAD,
    text: fileNameOf('guide-1'),
    mock: mockFileOf('guide-1'),
  },
  {
    name: '/guide-download after a pending payment succeeds',
    path: DOWNLOAD,
    text: 'Your Guide is Ready!',
    mock: mockPendingThenPaid,
  },
  {
    name: '/guide-download with a bundle',
    path: DOWNLOAD,
    text: 'Download Your Guides',
    mock: mockFileOf('bundle'),
  },
  {
    name: '/guide-download while a file loads',
    path: DOWNLOAD,
    text: 'Preparing Download...',
    mock: mockFileOf('guide-1'),
    act: click('Download Your Guide'),
  },

  {
    name: '/admin-orders with a list of orders',
    path: '/admin-orders',
    text: 'Show more',
    mock: mockOrdersPage,
  },
  {
    name: '/admin-orders with findings',
    path: '/admin-orders',
    text: 'Buyers get no file.',
    mock: mockFindings,
  },
  {
    name: '/admin-orders with an open order',
    path: ORDER,
    text: 'Send to (blank',
    mock: mockOrdersPage,
  },
  {
    name: '/admin-orders with a confirmation dialog',
    path: ORDER,
    text: 'stop working',
    mock: mockOrdersPage,
    act: click('Put on hold'),
  },
  {
    name: '/admin-upload with the guides',
    path: '/admin-upload',
    text: 'Announce to past buyers',
    mock: mockGuidesPage,
  },
  {
    name: '/admin-upload with an open announcement',
    path: '/admin-upload',
    text: 'What’s new',
    mock: mockGuidesPage,
    act: open('[data-announcement] summary'),
  },
  {
    name: '/admin-upload with a chosen PDF',
    path: '/admin-upload',
    text: '3 pages',
    mock: mockGuidesPage,
    act: chooseGuide,
  },
  {
    name: '/admin-upload with a PDF that does not match its guide',
    path: '/admin-upload',
    text: 'Publish it anyway?',
    mock: mockDifferentGuide,
    act: publishDifferentGuide,
  },
];

/** Opens a screen at the page's current size, and waits for its text. */
export const show = async (page: Page, { path, text, act }: Screen): Promise<void> => {
  await page.goto(path);
  await waitForScripts(page);
  await act?.(page);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
};
