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
  mockOrder,
} from './order-states.ts';
import { DEEP_ONLY } from './devices.ts';

const OTHER = productOf('guide-2');

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download Your Guide' });

for (const { name, response, texts } of SHOWN_STATES) {
  test(`shows the product and the order number for ${name}`, DEEP_ONLY, async ({ page }) => {
    await mockOrder(page, response);
    for (const path of [SUCCESS, DOWNLOAD]) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: texts.heading })).toBeVisible();
      const number = `MSK-${await orderNumber(SESSION)}`;
      for (const text of [texts.text, texts.withMail ?? '', number]) {
        await expect(main).toContainText(text);
      }
      const product = GUIDE.name.replaceAll('–', '\u2060–\u2060');
      await expect(main.getByText(product, { exact: true })).toBeVisible();
    }
  });
}

test('says that the buyer can close the page while a payment is pending', () => {
  expect(ORDERS.pending.withMail).toContain('You can close this page.');
});

test('offers a withdrawal but no download for an order without a file', async ({ page }) => {
  await mockOrder(page, { ...PREPARING, withdrawable: 'December 8, 2026' });
  await page.goto(DOWNLOAD);
  const link = page.getByRole('link', { name: 'Withdraw from this purchase' });
  await expect(link).toHaveAttribute('href', `/api/withdraw?session_id=${SESSION}`);
  await expect(downloadButton(page)).toHaveCount(0);
});

for (const path of [SUCCESS, DOWNLOAD]) {
  test(
    `links to the support address on ${path.split('?')[0]} if the product is inactive`,
    DEEP_ONLY,
    async ({ page }) => {
      await mockOrder(page, UNAVAILABLE);
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
    await mockOrder(page, WITHDRAWN);
    await page.goto(DOWNLOAD);
    await expect(downloadButton(page)).toBeVisible();
    await expect(page.getByRole('link', { name: FILE.fileName })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Tonight/ })).toHaveCount(0);
  },
);

for (const { name, response } of [
  { name: 'a withdrawn order', response: WITHDRAWN },
  { name: 'an order for an inactive product', response: UNAVAILABLE },
]) {
  test(`shows no success message for ${name}`, DEEP_ONLY, async ({ page }) => {
    await mockOrder(page, response);
    await page.goto(SUCCESS);
    await expect(page.getByText(`MSK-${await orderNumber(SESSION)}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toHaveCount(0);
    await expect(coin(page)).toBeHidden();
    await expect(page.getByText('May we tell our ad service')).toHaveCount(0);
  });
}

test(
  'links from /payment-success to the files of a withdrawn order',
  DEEP_ONLY,
  async ({ page }) => {
    await mockOrder(page, WITHDRAWN);
    await page.goto(SUCCESS);
    const next = page.getByRole('link', { name: 'Go to your download' });
    await expect(next).toHaveAttribute('href', DOWNLOAD);
  },
);

test('says which guide of a bundle is still being prepared', DEEP_ONLY, async ({ page }) => {
  await mockOrder(page, { files: [FILE], preparing: [OTHER.name] });
  await page.goto(DOWNLOAD);
  await expect(downloadButton(page)).toBeVisible();
  const name = OTHER.name.replaceAll('–', '\u2060–\u2060');
  const promise = `We’re still preparing ${name}. We’ll email you as soon as it’s ready.`;
  await expect(page.getByText(promise)).toBeVisible();
});

test('links from the page for an unknown session to /find-purchase', async ({ page }) => {
  await mockOrder(page, { status: 'unpaid' });
  await page.goto(SUCCESS);
  const next = page.getByRole('main').getByRole('link', { name: 'Find my purchase' });
  await expect(next).toHaveAttribute('href', '/find-purchase');
  await expect(page.getByText('Check again')).toHaveCount(0);
});

test(
  'uses the full width of a phone for a heading without a picture',
  DEEP_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await mockOrder(page, { status: 'failed' });
    await page.goto(SUCCESS);
    const heading = page.getByRole('heading', { name: ORDERS.failed.heading });
    const width = await heading.evaluate(
      (element) => element.clientWidth - Number.parseFloat(getComputedStyle(element).paddingRight),
    );
    const text = page.getByText(ORDERS.failed.text);
    expect(width).toBe(await text.evaluate((element) => element.clientWidth));
  },
);

/** The number of lines that a part of an element's text takes up. */
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

test('does not break the ages in a file name across two lines', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  // Names of 30 different lengths. Without a safeguard, at least one would break within the ages.
  const files = Array.from({ length: 30 }, (_, length) =>
    guideLink(`/api/files/${length}`, `${'a-'.repeat(length + 1)}11-14.pdf`),
  );
  await mockOrder(page, { files });
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
  'animates the coin of a confirmed order once, for less than a second',
  DEEP_ONLY,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await mockOrder(page, PENDING);
    await page.goto(SUCCESS);
    await expect(page.getByText(ORDERS.pending.heading)).toBeVisible();
    await expect(coin(page)).toBeHidden();
    await mockOrder(page, CONFIRMED);
    await page.reload();
    await expect(page.getByText('Order confirmed')).toBeVisible();
    const [animation] = await coinAnimations(page);
    expect(animation?.iterations).toBe(1);
    expect(animation?.duration).toBeLessThan(1000);
    await expect(coin(page)).toBeVisible();
  },
);

test(
  'shows the coin without an animation if the buyer prefers reduced motion',
  DEEP_ONLY,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await mockOrder(page, CONFIRMED);
    await page.goto(SUCCESS);
    await expect(page.getByText('Order confirmed')).toBeVisible();
    expect(await coinAnimations(page)).toEqual([]);
    await expect(coin(page)).toBeVisible();
  },
);
