import { type Page, expect, test } from '@playwright/test';
import { CONTENT_PAGES, GUIDES, productOf } from '../catalogue.ts';
import { byDepth, isDeep } from '../depth.ts';
import { SESSION, answer, purchaseIs } from './answers.ts';
import { PHONE_IF_DEEP } from './devices.ts';
import { buyButton, scriptsRun } from './parent.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

const PATHS = [
  ...CONTENT_PAGES,
  '/payment-success',
  SUCCESS,
  DOWNLOAD,
  '/payment-canceled',
  '/payment-error',
  '/present',
  '/no-such-page',
];

/** The narrowest phone, large text, and a computer's screen of 1280 px at a zoom of 200 %. */
const NARROW: readonly (readonly [width: number, rootFont: number])[] = [
  [320, 16],
  [360, 24],
  ...byDepth([], [
    [640, 16],
    [430, 32],
    [768, 24],
    [820, 32],
  ] as const),
];

/** The elements that stick out of the page to the right, except those that scroll by themselves. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const width = document.documentElement.clientWidth;
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width: own } = element.getBoundingClientRect();
      return own > 0 && right > width + 1 && !isCut(element.parentElement);
    });
    const names = out.map((element) => element.outerHTML.slice(0, 100));
    return document.documentElement.scrollWidth > width ? ['the page itself', ...names] : names;
  });

/** Words that run together: Astro drops white space between elements on lines of their own. */
const RUN_TOGETHER = /\S*(?:·\S|\S·|[,;:!?]\p{L}|\p{Ll}\.?\p{Lu})\S*/gu;

test.describe('by day without scripts, which take most of the time', () => {
  test.use({ javaScriptEnabled: isDeep });

  test(
    'no page scrolls sideways on a phone or with large text, and no word runs into the next',
    PHONE_IF_DEEP,
    async ({ page }) => {
      if (isDeep) await answer(page, 'verify-payment', 'never');
      for (const path of PATHS) {
        await page.goto(path);
        if (isDeep) await scriptsRun(page);
        for (const [width, rootFont] of NARROW) {
          await page.setViewportSize({ width, height: 568 });
          await page.evaluate(
            (px) => (document.documentElement.style.fontSize = `${px}px`),
            rootFont,
          );
          expect(await stickingOut(page), `${path} ${width} ${rootFont}`).toEqual([]);
        }
        const shown = await page.locator('body').innerText();
        expect(shown.match(RUN_TOGETHER) ?? [], path).toEqual([]);
      }
    },
  );
});

test('a long address and a table are no wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const row = `<tr>${'<td>What it has inside</td>'.repeat(9)}</tr>`;
  const address = `https://example.com/${'a'.repeat(200)}`;
  await page.route('**/terms', async (route) => {
    const response = await route.fetch();
    const wide = `$&<table>${row}</table><p>${address}</p><ul><li>${address}</li></ul>`;
    const body = (await response.text()).replace(/<div class="prose[^>]*>/, wide);
    return route.fulfill({ response, body });
  });
  await page.goto('/terms');
  await expect(page.getByText(address).first()).toBeVisible();
  expect(await stickingOut(page)).toEqual([]);
});

/** Opens and clicks everything that moves. Returns how long the longest motion is, in ms. */
const longestMotion = async (page: Page): Promise<number> => {
  await answer(page, 'create-payment', 'unreachable');
  await page.addInitScript(() => {
    const measure = () => {
      const { dataset } = document.documentElement;
      for (const { effect } of document.getAnimations()) {
        const duration = Number(effect?.getComputedTiming().duration);
        if (duration > Number(dataset['longest'] ?? 0)) dataset['longest'] = String(duration);
      }
      requestAnimationFrame(measure);
    };
    requestAnimationFrame(measure);
  });
  await page.goto('/guide-1');
  await scriptsRun(page);
  await page.locator('details.menu > summary').filter({ visible: true }).click();
  await page.locator('details[name="guide-questions"] > summary').first().click();
  await buyButton(page).click();
  await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  return Number((await page.locator('html').getAttribute('data-longest')) ?? 0);
};

test(
  'something moves, and not for long, but with reduced motion nothing',
  PHONE_IF_DEEP,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await longestMotion(page)).toBeLessThanOrEqual(1);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const longest = await longestMotion(page);
    expect(longest).toBeGreaterThan(50);
    expect(longest).toBeLessThanOrEqual(500);
  },
);

/** How many texts of the page are too pale for paper. */
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

test('a printed page has all answers and no controls, and is dark on white in any scheme', async ({
  page,
}) => {
  const { product_type, file_name: fileName } = productOf('guide-1');
  await purchaseIs(page, 'paid', product_type, [{ downloadUrl: '/api/files/none', fileName }]);
  const controls = page.locator(CONTROLS).filter({ visible: true });
  const answers = page.locator('details[name="guide-questions"] .prose');
  const guide = GUIDES.find(({ questions }) => questions.length > 0);
  for (const path of ['/terms', guide?.path ?? '', SUCCESS, DOWNLOAD]) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('status').or(page.locator('h1')).first(), path).toBeVisible();
    await scriptsRun(page);
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
  await page.getByRole('link', { name: 'Give it as a present' }).click();
  const card = page.getByRole('article').filter({ visible: true });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('Guide 1');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText('link')).toBeHidden();
  await expect(card.getByRole('link')).toHaveCount(0);
  const width = (await card.boundingBox())?.width ?? 0;
  expect(Math.round((width / 96) * 25.4), 'mm of an A6 card').toBe(148);
  expect(await page.content()).not.toContain(SESSION);
});
