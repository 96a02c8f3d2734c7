import { type Page, expect } from '@playwright/test';
import { priceOf } from '../../catalogue.ts';
import { type Answer, answer, problem } from '../answers.ts';
import { buyButton, buyButtons } from '../parent.ts';
import { type Row, type Scene, desktop, noToast, phone, toastSays, row } from './row.ts';

/** A payment page without content: the browser stays where it is, and can still be read. */
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

const buy = (page: Page): Promise<void> => buyButton(page).click();

/** The tab in which checkout opens once the button is clicked. */
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

const redirect = (says: string, device: Scene['device'], check: Row['check']): Row =>
  row(4, says, starting('/guide-1', device), check);

const redirecting = (who: string, path: string, device: Scene['device'], words: string): Row =>
  row(4, `${who} says in a toast: "${words}"`, starting(path, device), async (page) => {
    await buy(page);
    await toastSays(page, 'Redirecting to checkout', words);
  });

const failure = (path: string): Row =>
  row(
    8,
    `a checkout that fails on ${path} says "Payment error", and leaves the parent there`,
    failing(path),
    async (page) => {
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
  );

export const CHECKOUT: readonly Row[] = [
  row(
    4,
    'while processing, every buy button is disabled',
    withAnswer('/', 'never', phone(400)),
    async (page) => {
      const buttons = buyButtons(page);
      const count = await buttons.count();
      expect(count).toBeGreaterThan(1);
      await buy(page);
      await expect(buttons).toHaveText(Array.from({ length: count }, () => 'Processing...'));
      for (const button of await buttons.all()) await expect(button).toBeDisabled();
    },
  ),
  redirect('on a screen of 769 px checkout opens in a new tab', desktop(769), newTab),
  redirect('on a screen of 768 px checkout stays in the same tab', desktop(768), sameTab),
  redirect('with a mobile agent it stays there, however wide the screen', phone(1280), sameTab),
  row(
    4,
    'after a redirect the button can be clicked again',
    starting('/guide-2', desktop(1280)),
    async (page) => {
      await newTab(page);
      await expect(
        page.getByRole('button', { name: `Buy Guide 2 – ${priceOf('guide-2')}` }),
      ).toBeEnabled();
    },
  ),
  row(4, 'after a failure the button can be clicked again', failing('/guide-3'), async (page) => {
    await noToast(page);
    await buy(page);
    await toastSays(page, 'Payment error');
    await expect(
      page.getByRole('button', { name: `Buy Guide 3 – ${priceOf('guide-3')}` }),
    ).toBeEnabled();
  }),
  redirecting('home on a desktop', '/', desktop(1280), 'The payment page is opening in a new tab.'),
  redirecting('home on a phone', '/', phone(400), 'Taking you to the payment page.'),
  redirecting('a guide on a desktop', '/guide-1', desktop(1280), 'The payment page is opening.'),
  redirecting('a guide on a phone', '/guide-1', phone(400), 'The payment page is opening.'),
  failure('/'),
  failure('/guide-1'),
];
