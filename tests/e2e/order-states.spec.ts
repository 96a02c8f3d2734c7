import { guideLink } from '../guide-link.ts';
import { type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ORDERS, SITE, productOf } from '../catalog.ts';
import { DOWNLOAD, SESSION, SUCCESS } from './answers.ts';
import {
  CONFIRMED,
  FILE,
  GUIDE,
  PENDING,
  PREPARING,
  SHOWN_STATES,
  UNAVAILABLE,
  WITHDRAWN,
  orderIs,
} from './order-states.ts';
import { DEEP_ONLY } from './devices.ts';

const OTHER = productOf('guide-2');

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download Your Guide' });

for (const { name, response, words } of SHOWN_STATES) {
  test(
    `shows the product and number of ${name}, after payment and on the download page`,
    DEEP_ONLY,
    async ({ page }) => {
      await orderIs(page, response);
      for (const path of [SUCCESS, DOWNLOAD]) {
        await page.goto(path);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { name: words.heading })).toBeVisible();
        const texts = [words.text, words.withMail ?? '', `MSK-${await orderNumber(SESSION)}`];
        for (const text of texts) await expect(main).toContainText(text);
        const product = GUIDE.name.replaceAll('–', '\u2060–\u2060');
        await expect(main.getByText(product, { exact: true })).toBeVisible();
      }
    },
  );
}

test('says that the page can be closed while a payment is pending', () => {
  expect(ORDERS.pending.withMail).toContain('You can close this page.');
});

test('offers no download but a withdrawal for an order without a file', async ({ page }) => {
  await orderIs(page, { ...PREPARING, withdrawable: 'December 8, 2026' });
  await page.goto(DOWNLOAD);
  const link = page.getByRole('link', { name: 'Withdraw from this purchase' });
  await expect(link).toHaveAttribute('href', `/api/withdraw?session_id=${SESSION}`);
  await expect(downloadButton(page)).toHaveCount(0);
});

for (const path of [SUCCESS, DOWNLOAD]) {
  test(
    `leads from an order without an active product to an email on ${path.split('?')[0]}`,
    DEEP_ONLY,
    async ({ page }) => {
      await orderIs(page, UNAVAILABLE);
      await page.goto(path);
      const next = page.getByRole('link', { name: 'Write to us' });
      await expect(next).toHaveAttribute('href', `mailto:${SITE.supportEmail}`);
      await expect(downloadButton(page)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Go to your download' })).toHaveCount(0);
    },
  );
}

test(
  'offers the file of a withdrawn order, but no plan for tonight',
  DEEP_ONLY,
  async ({ page }) => {
    await orderIs(page, WITHDRAWN);
    await page.goto(DOWNLOAD);
    await expect(downloadButton(page)).toBeVisible();
    await expect(page.getByRole('link', { name: FILE.fileName })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Tonight/ })).toHaveCount(0);
  },
);

for (const [state, response] of [
  ['a withdrawn order', WITHDRAWN],
  ['an order without an active product', UNAVAILABLE],
] as const) {
  test(`does not celebrate ${state} on the page after the payment`, DEEP_ONLY, async ({ page }) => {
    await orderIs(page, response);
    await page.goto(SUCCESS);
    await expect(page.getByText(`MSK-${await orderNumber(SESSION)}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toHaveCount(0);
    await expect(coin(page)).toBeHidden();
    await expect(page.getByText('May we tell our ad service')).toHaveCount(0);
  });
}

test(
  'leads from the page after the payment to the files of a withdrawn order',
  DEEP_ONLY,
  async ({ page }) => {
    await orderIs(page, WITHDRAWN);
    await page.goto(SUCCESS);
    const next = page.getByRole('link', { name: 'Go to your download' });
    await expect(next).toHaveAttribute('href', DOWNLOAD);
  },
);

test('names the file of a bundle that is still being prepared', DEEP_ONLY, async ({ page }) => {
  await orderIs(page, { files: [FILE], preparing: [OTHER.name] });
  await page.goto(DOWNLOAD);
  await expect(downloadButton(page)).toBeVisible();
  const name = OTHER.name.replaceAll('–', '\u2060–\u2060');
  const promise = `We’re still preparing ${name}. We’ll email you as soon as it’s ready.`;
  await expect(page.getByText(promise)).toBeVisible();
});

test('leads from a wrong link to find-purchase', async ({ page }) => {
  await orderIs(page, { status: 'unpaid' });
  await page.goto(SUCCESS);
  const next = page.getByRole('main').getByRole('link', { name: 'Find my purchase' });
  await expect(next).toHaveAttribute('href', '/find-purchase');
  await expect(page.getByText('Check again')).toHaveCount(0);
});

test(
  'gives a heading without a picture the whole width of a phone',
  DEEP_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await orderIs(page, { status: 'failed' });
    await page.goto(SUCCESS);
    const heading = page.getByRole('heading', { name: ORDERS.failed.heading });
    const width = await heading.evaluate(
      (element) => element.clientWidth - Number.parseFloat(getComputedStyle(element).paddingRight),
    );
    const text = page.getByText(ORDERS.failed.text);
    expect(width).toBe(await text.evaluate((element) => element.clientWidth));
  },
);

/** On how many lines the characters of a part of an element's text are. */
const countLines = (element: Element, part: string): number => {
  const tops: number[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let at = 0; at < (text.nodeValue ?? '').length; at += 1) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      tops.push(range.getBoundingClientRect().top);
    }
  }
  const from = element.textContent.indexOf(part);
  return new Set(tops.slice(from, from + part.length)).size;
};

test('never breaks a line inside the ages in a file’s name', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  // Names of 30 lengths, so that one of them would wrap between the ages.
  const files = Array.from({ length: 30 }, (_, length) =>
    guideLink(`/api/files/${length}`, `${'a-'.repeat(length + 1)}11-14.pdf`),
  );
  await orderIs(page, { files });
  await page.goto(DOWNLOAD);
  for (const { fileName } of files) {
    const name = page.getByText(fileName, { exact: true });
    expect(await name.evaluate(countLines, '11-14'), fileName).toBe(1);
  }
});

const coin = (page: Page) => page.locator('main svg .dropping');

const coinAnimations = (page: Page) =>
  coin(page).evaluate((element) =>
    element.getAnimations().map(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      return { duration: Number(duration), iterations };
    }),
  );

test(
  'drops a coin once, in less than a second, when the order is confirmed',
  DEEP_ONLY,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await orderIs(page, PENDING);
    await page.goto(SUCCESS);
    await expect(page.getByText(ORDERS.pending.heading)).toBeVisible();
    await expect(coin(page)).toBeHidden();
    await orderIs(page, CONFIRMED);
    await page.reload();
    await expect(page.getByText('Order confirmed')).toBeVisible();
    const [animation] = await coinAnimations(page);
    expect(animation?.iterations).toBe(1);
    expect(animation?.duration).toBeLessThan(1000);
    await expect(coin(page)).toBeVisible();
  },
);

test('drops no coin with reduced motion', DEEP_ONLY, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await orderIs(page, CONFIRMED);
  await page.goto(SUCCESS);
  await expect(page.getByText('Order confirmed')).toBeVisible();
  expect(await coinAnimations(page)).toEqual([]);
  await expect(coin(page)).toBeVisible();
});
