import { type Page, expect } from '@playwright/test';
import { priceOf } from '../../catalogue.ts';
import { type Answer, answer, problem } from '../answers.ts';
import { type Row, type Scene, desktop, noToast, phone, toastSays } from './row.ts';

/** A payment page without content: the browser stays where it is, and can still be looked at. */
const EMPTY = '/c/pay/empty';

const withAnswer = (path: string, given: Answer, device: Scene['device']): Scene => ({
  path,
  ...(device && { device }),
  before: async (page) => {
    await answer(page, 'create-payment', given);
    await page.context().route(`**${EMPTY}`, (route) => route.fulfill({ status: 204 }));
  },
});
const starting = (path: string, device: Scene['device']): Scene =>
  withAnswer(path, { json: { url: EMPTY } }, device);
const failing = (path: string): Scene =>
  withAnswer(path, problem(502, 'The payment service cannot be reached.'), undefined);

const buy = (page: Page) => page.locator('form[data-buy] button').first().click();

/** The tab in which checkout opens once the button is pressed. */
const checkoutTab = async (page: Page): Promise<Page> => {
  const [request] = await Promise.all([
    page.context().waitForEvent('request', (sent) => sent.url().endsWith(EMPTY)),
    buy(page),
  ]);
  return request.frame().page();
};
const newTab = async (page: Page): Promise<void> => {
  expect(await checkoutTab(page)).not.toBe(page);
  expect(page.context().pages()).toHaveLength(2);
};
const sameTab = async (page: Page): Promise<void> => {
  expect(await checkoutTab(page)).toBe(page);
  expect(page.context().pages()).toHaveLength(1);
};

const redirects: Row[] = [
  {
    says: 'on a screen of 769 px and with a desktop agent, checkout opens in a new tab',
    device: desktop(769),
    opens: newTab,
  },
  {
    says: 'on a screen of 768 px checkout stays in the same tab',
    device: desktop(768),
    opens: sameTab,
  },
  {
    says: 'with a mobile agent checkout stays in the same tab, however wide the screen',
    device: phone(1280),
    opens: sameTab,
  },
].map(({ says, device, opens }) => ({
  section: 4,
  says,
  at: starting('/guide-1', device),
  check: opens,
}));

const REDIRECTING = 'Redirecting to checkout';
const toasts: Row[] = [
  {
    path: '/',
    device: desktop(1280),
    who: 'the home page on a desktop',
    words: 'The payment page is opening in a new tab.',
  },
  {
    path: '/',
    device: phone(400),
    who: 'the home page on a phone',
    words: 'Taking you to the payment page.',
  },
  {
    path: '/guide-1',
    device: desktop(1280),
    who: 'a guide on a desktop',
    words: 'The payment page is opening.',
  },
  {
    path: '/guide-1',
    device: phone(400),
    who: 'a guide on a phone',
    words: 'The payment page is opening.',
  },
].map(({ path, device, who, words }) => ({
  section: 4,
  says: `${who} says in a toast: "${words}"`,
  at: starting(path, device),
  check: async (page) => {
    await buy(page);
    await toastSays(page, REDIRECTING, words);
  },
}));

const failure = (path: string): Row => ({
  section: 8,
  says: `a checkout that fails on ${path} says "Payment error", and leaves the parent there`,
  at: failing(path),
  check: async (page) => {
    const pages = page.context().pages().length;
    await buy(page);
    const toast = await toastSays(
      page,
      'Payment error',
      'There was an error processing your payment. Please try again.',
    );
    await expect(toast).toHaveAttribute('data-type', 'error');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect.poll(() => page.context().pages().length).toBe(pages);
  },
});

export const CHECKOUT: readonly Row[] = [
  {
    section: 4,
    says: 'while checkout is processing, every buy button is disabled and reads "Processing..."',
    at: withAnswer('/', 'never', phone(400)),
    check: async (page) => {
      const buttons = page.locator('form[data-buy] button');
      const count = await buttons.count();
      expect(count).toBeGreaterThan(1);
      await buy(page);
      await expect(buttons).toHaveText(Array.from({ length: count }, () => 'Processing...'));
      for (const button of await buttons.all()) await expect(button).toBeDisabled();
    },
  },
  ...redirects,
  {
    section: 4,
    says: 'processing ends after a redirect: the button can be pressed again',
    at: starting('/guide-2', desktop(1280)),
    check: async (page) => {
      await newTab(page);
      await expect(
        page.getByRole('button', { name: `Buy Guide 2 – ${priceOf('guide-2')}` }),
      ).toBeEnabled();
    },
  },
  {
    section: 4,
    says: 'processing ends after a failure: the button can be pressed again',
    at: failing('/guide-3'),
    check: async (page) => {
      await noToast(page);
      await buy(page);
      await toastSays(page, 'Payment error');
      await expect(
        page.getByRole('button', { name: `Buy Guide 3 – ${priceOf('guide-3')}` }),
      ).toBeEnabled();
    },
  },
  ...toasts,
  failure('/'),
  failure('/guide-1'),
];
