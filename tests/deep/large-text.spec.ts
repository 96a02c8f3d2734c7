import { type Page, expect, test } from '@playwright/test';
import { ARTICLES, GUIDES, LESSONS } from '../catalog.ts';
import { ORDER } from '../e2e/a11y-states.ts';
import { mockGuidesPage, mockOrdersPage } from '../e2e/admin-answers.ts';
import { SUCCESS, mockResponse } from '../e2e/answers.ts';
import { findCovered } from '../e2e/covered-focus.ts';
import { CONFIRMED, mockOrder } from '../e2e/order-states.ts';
import { waitForScripts } from '../e2e/parent.ts';

const [GUIDE] = GUIDES;

for (const percent of [100, 150, 200]) {
  test(`keeps the buy bar short and focused elements visible with a text size of ${percent}%`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(GUIDE?.path ?? '');
    await waitForScripts(page);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    expect(await findCovered(page)).toEqual([]);
    const bar = page.locator('.buy-bar');
    const { position, height } = await bar.evaluate((element) => ({
      position: getComputedStyle(element).position,
      height: element.getBoundingClientRect().height,
    }));
    if (position === 'sticky') expect(height).toBeLessThan(740 / 4);
  });
}

/** The words in headings, paragraphs and lists that break across two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const range = document.createRange();
    for (const element of document.querySelectorAll('main :is(h1, h2, h3, p, li)')) {
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });

const [LESSON] = LESSONS;
const [ARTICLE] = ARTICLES;
for (const path of [
  '/',
  '/about',
  '/present',
  GUIDE?.path ?? '',
  LESSON?.path ?? '',
  ARTICLE ?? '',
]) {
  for (const { width, percent } of [
    { width: 320, percent: 100 },
    { width: 375, percent: 200 },
  ]) {
    test(`does not break words on ${path} at ${width} px with a text size of ${percent}%`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, percent);
      expect(await brokenWords(page)).toEqual([]);
    });
  }
}

for (const { width, percent } of [
  { width: 390, percent: 100 },
  { width: 390, percent: 150 },
  { width: 360, percent: 200 },
  { width: 320, percent: 100 },
]) {
  test(`keeps the jar off the confirmation heading at ${width} px and ${percent}% text size`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await mockOrder(page, CONFIRMED);
    await page.goto(SUCCESS);
    await expect(page.getByText('Order confirmed')).toBeVisible();
    const isCovered = await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
      const heading = document.querySelector('main h1');
      const range = document.createRange();
      range.selectNodeContents(heading ?? document.body);
      const jar = document.querySelector('main svg')?.getBoundingClientRect() ?? new DOMRect();
      return Array.from(range.getClientRects()).some(
        (line) =>
          line.right > jar.left &&
          line.left < jar.right &&
          line.bottom > jar.top &&
          line.top < jar.bottom,
      );
    }, percent);
    expect(isCovered).toBe(false);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

const PHONES = [
  { width: 320, percent: 100 },
  { width: 375, percent: 200 },
] as const;

/** How many pixels wider the page is than the window at a text size of `percent`. */
const findOverflow = (page: Page, percent: number): Promise<number> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
    return document.documentElement.scrollWidth - window.innerWidth;
  }, percent);

for (const { width, percent } of PHONES) {
  test(`fits the owner’s pages into ${width} px with a text size of ${percent}%`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await mockOrdersPage(page);
    await mockGuidesPage(page);
    for (const { path, text } of [
      { path: '/admin-orders', text: 'Amount doesn’t match' },
      { path: '/admin-upload', text: 'Announce to past buyers' },
    ]) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      expect(await findOverflow(page, percent), path).toBeLessThanOrEqual(0);
    }
    expect(await brokenWords(page)).toEqual([]);
  });

  test(`shows the close button of an order at ${width} px with a text size of ${percent}%`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await mockOrdersPage(page);
    await page.goto(ORDER);
    const close = page.getByRole('button', { name: 'Close' });
    await expect(close).toBeVisible();
    await findOverflow(page, percent);
    await expect(close).toBeInViewport({ ratio: 1 });
  });

  test(`fits /find-purchase into ${width} px at ${percent}% text size while it sends the address`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await mockResponse(page, 'find-purchase', 'never');
    await page.goto('/find-purchase');
    await waitForScripts(page);
    await page.getByLabel('Your email address').fill('parent@example.com');
    await page.getByRole('button', { name: 'Send me my links' }).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
    expect(await findOverflow(page, percent)).toBeLessThanOrEqual(0);
  });
}
