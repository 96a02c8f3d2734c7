import { type Page, expect } from '@playwright/test';
import { FAQ, GUIDES, menuName } from '../../catalogue.ts';
import { type Answer, SESSION, answer, problem, purchaseIs } from '../answers.ts';
import { adminShows, numberFor } from '../admin-answers.ts';
import { NOT_WELL, healthIs } from '../health-answers.ts';
import { scriptsRun } from '../parent.ts';

type Act = (page: Page) => Promise<unknown>;

/** A screen of the shop: where it is, what brings it about, and what it shows once it is there. */
export type Screen = {
  readonly name: string;
  readonly at: string;
  readonly before?: Act;
  readonly act?: Act;
  readonly shows: string;
  /** Checked whenever anything changes, in place of all that are like it. */
  readonly ofItsKind?: 'on a computer' | 'on a phone too' | undefined;
};

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;
const FIND = '/find-purchase';
const ON_COMPUTER = { ofItsKind: 'on a computer' } as const;
const ON_PHONE_TOO = { ofItsKind: 'on a phone too' } as const;

const clickFirst =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().click();
const clickButton =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).click();
const buy = clickButton(/^Buy Guide/);

const raiseToast: Act = async (page) => {
  await buy(page);
  // A toast under the pointer stays.
  await page.locator('[data-sonner-toast]').hover();
};

const buying =
  (given: 'unreachable' | 'never'): Act =>
  (page) =>
    answer(page, 'create-payment', given);
const bought =
  (status: Parameters<typeof purchaseIs>[1]): Act =>
  (page) =>
    purchaseIs(page, status);
const finding =
  (given: Answer): Act =>
  (page) =>
    answer(page, 'find-purchase', given);
const ask: Act = async (page) => {
  await page.getByLabel('Your email address').fill('parent@example.com');
  await page.getByRole('button', { name: 'Send me my links' }).click();
};
/** A shop that is always busy is asked again and again: the page waits for it however long axe takes. */
const busy: Act = async (page) => {
  await answer(page, 'verify-payment', { status: 429 });
  await answer(page, 'orders', { status: 429 });
};
const unreachable: Act = async (page) => {
  await answer(page, 'verify-payment', 'unreachable');
  await answer(page, 'orders', 'unreachable');
};
const filesOf =
  (productType: string): Act =>
  async (page) => {
    await purchaseIs(page, 'paid', productType);
    const id = productType === 'bundle' ? 'bundle' : 'guide-1';
    const product = { id, name: 'Guide', product_type: productType, is_active: true };
    await answer(page, 'products', { json: { products: [product] } });
    const files = [{ downloadUrl: '/api/files/none', fileName: 'Money-Smart-Kids-Ages-6-10.pdf' }];
    await answer(page, 'secure-file-access', { json: { files } });
    await answer(page, 'files/none', 'never');
  };

const screen = (
  name: string,
  at: string,
  shows: string,
  more: Omit<Screen, 'name' | 'at' | 'shows'> = {},
): Screen => ({ name, at, shows, ...more });

export const SCREENS: readonly Screen[] = [
  screen('home', '/', 'Shop Individual Guides', ON_PHONE_TOO),
  ...GUIDES.map(({ number, path }) =>
    screen(`guide ${number}`, path, 'What they will learn', number === 1 ? ON_PHONE_TOO : {}),
  ),
  screen('about', '/about', 'Get Free Printable'),
  screen('questions', '/faqs', FAQ.question),
  screen('find purchase', FIND, 'Send me my links', ON_PHONE_TOO),
  screen('find purchase, being sent', FIND, 'Sending...', { before: finding('never'), act: ask }),
  screen('find purchase, sent', `${FIND}#sent`, 'Check your inbox', ON_COMPUTER),
  screen('find purchase, out of reach', FIND, 'Check your connection', {
    before: finding('unreachable'),
    act: ask,
    ...ON_COMPUTER,
  }),
  screen('find purchase, no address', FIND, 'That doesn’t look like an email address.', {
    before: finding(problem(400, 'email: Please enter an e-mail address.', 'invalid_request')),
    act: ask,
  }),
  screen('terms', '/terms', 'Last changed'),
  screen('privacy', '/privacy', 'Last changed'),
  screen('refunds', '/refunds', 'Last changed'),
  screen('canceled', '/payment-canceled', 'Payment Canceled'),
  screen('payment error', '/payment-error', 'Payment error'),
  screen('no such page', '/no-such-page', 'Oops! Page not found'),

  screen('a menu, open', '/', GUIDES.map(menuName)[0] ?? '', {
    act: clickFirst('details.menu > summary'),
    ...ON_COMPUTER,
  }),
  screen('a question, open', '/faqs', FAQ.answer, {
    act: clickFirst('main summary'),
    ...ON_COMPUTER,
  }),
  screen('a lesson of a guide, open', '/guide-1', 'Together', {
    act: clickFirst('details[name="lessons"] > summary'),
    ...ON_COMPUTER,
  }),
  screen('the free lesson', '/lesson', 'The ten minutes', ON_PHONE_TOO),
  screen('a toast', '/guide-1', 'There was an error processing your payment. Please try again.', {
    before: buying('unreachable'),
    act: raiseToast,
    ...ON_COMPUTER,
  }),
  screen('a busy button', '/guide-1', 'Processing...', { before: buying('never'), act: buy }),

  screen('payment, being checked', SUCCESS, 'Confirming your order...', { before: busy }),
  screen('payment, paid', SUCCESS, 'Order confirmed', { before: bought('paid'), ...ON_COMPUTER }),
  ...(
    [
      ['pending', 'Your payment is still processing'],
      ['failed', 'Your payment didn’t go through'],
      ['refunded', 'This order was refunded'],
      ['disputed', 'This payment is in dispute'],
      ['unpaid', 'We can’t see your order yet.'],
    ] as const
  ).map(([status, shows]) =>
    screen(`payment, ${status}`, SUCCESS, shows, { before: bought(status) }),
  ),
  screen('payment, not to be verified', SUCCESS, 'We can’t see your order yet.', {
    before: unreachable,
  }),
  screen('payment, without a session', '/payment-success', 'No valid session found.'),

  screen('download, being verified', DOWNLOAD, 'Verifying your purchase...', { before: busy }),
  screen('download, pending', DOWNLOAD, 'Your payment is still processing', {
    before: bought('pending'),
  }),
  screen('download, ready', DOWNLOAD, 'Money-Smart-Kids-Ages-6-10.pdf', {
    before: filesOf('individual_guide_6_10'),
    ...ON_PHONE_TOO,
  }),
  screen('download of the bundle, ready', DOWNLOAD, 'Download Your Guides', {
    before: filesOf('bundle'),
  }),
  screen('download, under way', DOWNLOAD, 'Preparing Download...', {
    before: filesOf('individual_guide_6_10'),
    act: clickButton('Download Your Guide'),
  }),

  screen('the orders, with the table of their sums', '/admin-orders', 'Show more', {
    before: adminShows,
    act: clickFirst('main summary'),
    ...ON_COMPUTER,
  }),
  screen('the shop’s health, with faults', '/admin-health', '2 things need fixing.', {
    before: (page) => healthIs(page, NOT_WELL),
    ...ON_COMPUTER,
  }),
  screen('an order, about to be blocked', `/admin-orders#order=${numberFor(6)}`, 'stop working', {
    before: adminShows,
    act: clickButton('Block downloads'),
    ...ON_COMPUTER,
  }),
  screen('a receipt, about to be sent', `/admin-orders#order=${numberFor(6)}`, 'Don’t send', {
    before: adminShows,
    act: clickButton('Send to a different address'),
    ...ON_COMPUTER,
  }),
];

/** Goes to a screen at the page's present size, and waits until it is there. */
export const show = async (page: Page, { at, act, shows }: Screen): Promise<void> => {
  await page.goto(at);
  await scriptsRun(page);
  await act?.(page);
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
};
