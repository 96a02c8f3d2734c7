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
import { NOT_WELL, adminShows, guidesAre, numberFor } from './admin-answers.ts';
import {
  type Answer,
  DOWNLOAD,
  SESSION,
  SUCCESS,
  answer,
  orderFor,
  problem,
  purchaseIs,
} from './answers.ts';
import { SHOWN_STATES, orderIs } from './order-states.ts';
import { ILLUSTRATED, clickFirst, zoomButton } from './page-dialog.ts';
import { buyButton, scriptsRun } from './parent.ts';
import { makePdf } from '../shop/pdfs.ts';

type Act = (page: Page) => Promise<unknown>;

/** A screen of the shop: its address, a text on it, and the responses and acts that lead there. */
export type Screen = readonly [at: string, shows: string, before?: Act | null, act?: Act];

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
export const answers =
  (given: Answer, ...names: string[]): Act =>
  (page) =>
    Promise.all(names.map((name) => answer(page, name, given)));
const bought =
  (status: Parameters<typeof purchaseIs>[1]): Act =>
  (page) =>
    purchaseIs(page, status);

const openMenuOverToast: Act = async (page) => {
  await buyButton(page).click();
  // A toast under the pointer stays.
  await page.locator('[data-sonner-toast]').hover();
  await page.locator('details.menu > summary').filter({ visible: true }).press('Enter');
  // Both the desktop and the mobile menu are in the page.
  const entry = page.getByText(GUIDES.map(menuName)[0] ?? '').filter({ visible: true });
  await expect(entry.first()).toBeVisible();
};
const ask: Act = async (page) => {
  await page.getByLabel('Your email address').fill('parent@example.com');
  await click('Send me my links')(page);
};
/** A paid order whose file requests get this response. */
export const filesOf =
  (id: 'guide-1' | 'bundle', given: Answer = 'never'): Act =>
  async (page) => {
    const files = [guideLink('/api/files/none', fileNameOf(id))];
    await purchaseIs(page, 'paid', productOf(id).product_type, files);
    await answer(page, 'files/none', given);
  };
const STATES = SHOWN_STATES.flatMap(({ response, words }): Screen[] =>
  [SUCCESS, DOWNLOAD].map((path) => [path, words.text, (page) => orderIs(page, response)]),
);
/** The first response is "pending". */
const becomesPaid: Act = async (page) => {
  await purchaseIs(page, 'paid', 'bundle');
  const json = { status: 'pending', order: orderFor('bundle', 'pending') };
  await page.route('**/api/verify-payment', (route) => route.fulfill({ json }), { times: 1 });
};
const NO_ADDRESS = problem(400, 'email: Please enter an e-mail address.', 'invalid_request');
const notWell: Act = async (page) => {
  await adminShows(page);
  await answer(page, 'health', NOT_WELL);
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
const wrongGuide: Act = async (page) => {
  await guidesAre(page);
  await answer(page, 'upload', DIFFERS);
};
const publishWrongGuide: Act = async (page) => {
  await chooseGuide(page);
  await click('Publish')(page);
};
/** The page keeps polling, however long axe takes. */
const busy = answers({ status: 429 }, 'verify-payment', 'orders');

/** Checked with every change: the open menu, and a toast. */
export const DAILY: readonly Screen[] = [
  ['/', 'Payment error', answers('unreachable', 'create-payment'), openMenuOverToast],
];

/** All others, for the deep tests. */
export const NIGHTLY: readonly Screen[] = [
  [ORDER, 'stop working', adminShows, click('Put on hold')],
  ...CONTENT_PAGES.map((path): Screen => [path, SITE.brand]),
  [FIND, 'Check your connection', answers('unreachable', 'find-purchase'), ask],
  [SUCCESS, 'Order confirmed', bought('paid')],
  [SUCCESS, SESSION.slice(-8), becomesPaid],
  [DOWNLOAD, fileNameOf('guide-1'), filesOf('guide-1')],
  [DOWNLOAD, 'Your Guide is Ready!', becomesPaid],
  ['/guide-1', 'Together', null, open('details[name="lessons"] > summary')],
  [ILLUSTRATED.path, 'Zoom in', null, clickFirst],
  [ILLUSTRATED.path, 'Zoom out', null, zoomIntoPicture],
  ['/faqs', FAQ.answer, null, open('main summary')],
  [FIND, 'Sending...', answers('never', 'find-purchase'), ask],
  [FIND, 'That doesn’t look like an email address.', answers(NO_ADDRESS, 'find-purchase'), ask],
  [`${FIND}#sent`, 'Check your inbox'],
  ['/payment-canceled', 'Payment Canceled'],
  ['/payment-error', 'Payment error'],
  ['/present', 'Give it as a gift'],
  ['/no-such-page', 'Oops! Page not found'],
  ['/guide-1', 'Processing...', answers('never', 'create-payment'), click('Buy Guide')],

  ['/payment-success', 'No valid session found.'],
  [SUCCESS, 'Confirming your order...', answers('never', 'verify-payment')],
  [SUCCESS, ORDERS.delayed.text, busy],
  ...STATES,
  [SUCCESS, ORDERS.failed.heading, bought('failed')],
  [SUCCESS, ORDERS.refunded.heading, bought('refunded')],
  [SUCCESS, ORDERS.disputed.heading, bought('disputed')],
  [SUCCESS, ORDERS.blocked.heading, bought('blocked')],
  [SUCCESS, ORDERS.notSeen.text, bought('unpaid')],
  [DOWNLOAD, 'Verifying your purchase...', answers('never', 'verify-payment')],
  [DOWNLOAD, ORDERS.delayed.text, busy],
  [DOWNLOAD, 'Download Your Guides', filesOf('bundle')],
  [DOWNLOAD, 'Preparing Download...', filesOf('guide-1'), click('Download Your Guide')],
  ['/admin-orders', 'Show more', adminShows],
  ['/admin-orders', 'Buyers get no file.', notWell],
  [ORDER, 'Send to (blank', adminShows],
  ['/admin-upload', 'Announce to past buyers', guidesAre],
  ['/admin-upload', '3 pages', guidesAre, chooseGuide],
  ['/admin-upload', 'Publish it anyway?', wrongGuide, publishWrongGuide],
  ['/admin-upload', 'What’s new', guidesAre, open('[data-announcement] summary')],
];

/** Opens a screen at the page's current size, and waits for its text. */
export const show = async (page: Page, [at, shows, , act]: Screen): Promise<void> => {
  await page.goto(at);
  await scriptsRun(page);
  await act?.(page);
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
};
