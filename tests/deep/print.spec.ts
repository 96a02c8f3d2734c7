import { guideLink } from '../guide-link.ts';
import { fileNameOf } from '../catalog.ts';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type Page, expect, test } from '@playwright/test';
import { ARTICLES, GUIDES, LESSONS, productOf } from '../catalog.ts';
import { ORDER } from '../e2e/a11y-states.ts';
import { mockOrdersPage } from '../e2e/admin-answers.ts';
import { DOWNLOAD, SESSION, SUCCESS, mockPurchase } from '../e2e/answers.ts';
import { waitForScripts, waitForPrintStyles } from '../e2e/parent.ts';

/** The number of visible elements whose text is too pale for paper. */
const paleTexts = (page: Page): Promise<number> =>
  page.locator('body *').evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const { color } = getComputedStyle(element);
        const parts = (/\d+, \d+, \d+/.exec(color)?.[0] ?? '').split(', ').map(Number);
        return element.checkVisibility() && Math.min(...parts) > 160 && element.textContent !== '';
      }).length,
  );

const CONTROLS =
  'nav, button, form, .buy-bar, .skip-link, .button, .button-quiet, main a[download], .answer > a';

test('prints all answers without controls in dark text on white, even in dark mode', async ({
  page,
}) => {
  const files = [guideLink('/api/files/none', fileNameOf('guide-1'))];
  await mockPurchase(page, 'paid', productOf('guide-1').product_type, files);
  const controls = page.locator(CONTROLS).filter({ visible: true });
  const answers = page.locator('details[name="guide-questions"] .prose');
  const guide = GUIDES.find(({ questions }) => questions.length > 0);
  for (const path of ['/terms', guide?.path ?? '', SUCCESS, DOWNLOAD]) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(path);
    await waitForScripts(page);
    await waitForPrintStyles(page);
    await expect(controls, path).not.toHaveCount(0);
    await expect(answers.filter({ visible: true }), path).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(controls, path).toHaveCount(0);
    await expect(answers.filter({ visible: true }), path).toHaveCount(await answers.count());
    if (path === guide?.path) {
      expect((await answers.first().boundingBox())?.height).toBeGreaterThan(20);
    }
    expect(await paleTexts(page), path).toBe(0);
  }

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Give it as a gift' }).click();
  const card = page.getByRole('article').filter({ visible: true });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Guide 1');
  await waitForPrintStyles(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText('link')).toBeHidden();
  await expect(card.getByRole('link')).toHaveCount(0);
  const width = (await card.boundingBox())?.width ?? 0;
  expect(Math.round((width / 96) * 25.4), 'mm of an A6 card').toBe(148);
  expect(await page.content()).not.toContain(SESSION);
});

test('prints an order on one page with the cover in its original colors', async ({ page }) => {
  for (const id of ['guide-1', 'bundle']) {
    const files = [guideLink('/api/files/none', fileNameOf(id))];
    await mockPurchase(page, 'paid', productOf(id).product_type, files);
    await page.goto(DOWNLOAD);
    await expect(page.locator('[data-bought]')).toBeVisible();
    await waitForPrintStyles(page);
    for (const format of ['Letter', 'A4']) {
      const printed = await PDFDocument.load(await page.pdf({ format }));
      expect(printed.getPageCount(), `${id} on ${format}`).toBe(1);
    }
    await page.emulateMedia({ media: 'print' });
    const cover = page.locator('img.cover').filter({ visible: true }).first();
    await expect(cover).toHaveCSS('print-color-adjust', 'exact');
    await page.emulateMedia({ media: null });
  }
});

for (const { path } of LESSONS) {
  for (const format of ['Letter', 'A4']) {
    test(`prints ${path} on two ${format} pages`, async ({ page }) => {
      await page.goto(path);
      await waitForPrintStyles(page);
      const printed = await PDFDocument.load(await page.pdf({ format }));
      expect(printed.getPageCount()).toBe(2);
    });
  }
}

test('prints "What to say" on a new page in a lesson without printable labels', async ({
  page,
}) => {
  const printable = GUIDES.filter((guide) => guide.printable).map(({ path }) => path);
  const withLabels = new Set(printable);
  const lesson = LESSONS.find(({ guide }) => !withLabels.has(`/${guide}`));
  await page.goto(lesson?.path ?? '');
  await waitForPrintStyles(page);
  await page.emulateMedia({ media: 'print' });
  const say = page.getByRole('region', { name: 'What to say' });
  await expect(say).toHaveCSS('break-before', 'page');
});

test('prints the picture of a lesson’s labels', async ({ page }) => {
  await page.goto('/lesson');
  await waitForPrintStyles(page);
  await page.pdf();
  // Printing also loads pictures below the fold.
  const labels = page.getByRole('img', { name: 'Three labels to color in' });
  expect(await labels.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1224);
});

test('prints an article without the offer for its guide', async ({ page }) => {
  await page.goto(ARTICLES[0] ?? '');
  await waitForPrintStyles(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.cover')).toBeHidden();
  // An empty list of toasts has a margin, which would add an empty page.
  await expect(page.locator('section[aria-live]')).toBeHidden();
});

test('prints an open order on one page, without the list of orders', async ({ page }) => {
  await mockOrdersPage(page);
  await page.goto(ORDER);
  await expect(page.getByRole('dialog').getByText('Downloads are open.')).toBeVisible();
  const printed = await PDFDocument.load(await page.pdf({ format: 'Letter' }));
  expect(printed.getPageCount()).toBe(1);
});
