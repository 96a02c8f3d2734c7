import { type Page, expect, test } from '@playwright/test';
import { DEEP_ONLY } from './devices.ts';
import {
  ILLUSTRATED,
  clickFirst,
  dialogOf,
  linkOf,
  openFirst,
  pictureIn,
  zoomButton,
} from './page-dialog.ts';

const CAPTIONS = ILLUSTRATED.captions;
const [FIRST = '', SECOND = '', THIRD = ''] = CAPTIONS;
const LAST = CAPTIONS.at(-1) ?? '';

const expectCaption = (page: Page, name: string): Promise<void> =>
  expect(dialogOf(page).getByRole('heading', { name })).toBeVisible();

/** Scrolls the dialog and every element in it to the start or the end. */
const scrollTo = (page: Page, edge: 'start' | 'end'): Promise<void> =>
  dialogOf(page).evaluate((dialog, isEnd) => {
    for (const element of [dialog, ...dialog.querySelectorAll('*')]) {
      element.scrollTo(isEnd ? element.scrollWidth : 0, isEnd ? element.scrollHeight : 0);
    }
  }, edge === 'end');

/** Expects the zoom button's label to be in the window. A click would scroll it into view first. */
const expectZoomLabelInWindow = async (page: Page): Promise<void> => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const box = await zoomButton(page).locator('span').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
};

test.beforeEach(() => {
  test.skip(!ILLUSTRATED.path, 'no guide in content/ has two pictures of its pages');
});

test('opens a picture in a dialog with its caption', async ({ page }) => {
  await openFirst(page);
  await expectCaption(page, FIRST);
  await expect(pictureIn(page)).toBeVisible();
  await expect(page).toHaveURL(ILLUSTRATED.path);
});

test('draws the focus outline around a picture', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(ILLUSTRATED.path);
  const link = linkOf(page, FIRST);
  await link.scrollIntoViewIfNeeded();
  const { x, y, height } = (await link.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const edge = { x: x - 8, y, width: 8, height };
  const before = await page.screenshot({ clip: edge });
  await link.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  const after = await page.screenshot({ clip: edge });
  expect(after.equals(before)).toBe(false);
});

test(
  'turns to the next picture, and from the first picture to the last',
  DEEP_ONLY,
  async ({ page }) => {
    await openFirst(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await expectCaption(page, SECOND);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expectCaption(page, LAST);
    await expect(
      dialogOf(page).getByText(`${CAPTIONS.length} of ${CAPTIONS.length}`),
    ).toBeVisible();
  },
);

for (const { where, prepare } of [
  { where: 'on the zoom button', prepare: (page: Page) => zoomButton(page).focus() },
  {
    where: 'on a picture that was tapped twice',
    prepare: (page: Page) => pictureIn(page).click({ clickCount: 2, delay: 50 }),
  },
  {
    // In Safari, a click does not focus a button.
    where: 'on no element',
    prepare: (page: Page) =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  },
]) {
  test(`turns pages with the arrow keys if the focus is ${where}`, DEEP_ONLY, async ({ page }) => {
    await openFirst(page);
    await prepare(page);
    await page.keyboard.press('ArrowRight');
    await expectCaption(page, SECOND);
    await expect(pictureIn(page)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expectCaption(page, THIRD);
    await page.keyboard.press('ArrowLeft');
    await expectCaption(page, SECOND);
  });
}

test('keeps the focus on the zoom button when the page turns', DEEP_ONLY, async ({ page }) => {
  await openFirst(page);
  await zoomButton(page).focus();
  await page.keyboard.press('ArrowRight');
  await expectCaption(page, SECOND);
  await expect(pictureIn(page)).toBeVisible();
  await expect(zoomButton(page)).toBeFocused();
});

test('ignores arrow keys with a modifier key', DEEP_ONLY, async ({ page }) => {
  await openFirst(page);
  for (const modifier of ['Control', 'Alt', 'Meta', 'Shift']) {
    // Dispatches events, because a real Alt+ArrowLeft would go back in the browser's history.
    await dialogOf(page).dispatchEvent('keydown', {
      key: 'ArrowRight',
      ctrlKey: modifier === 'Control',
      altKey: modifier === 'Alt',
      metaKey: modifier === 'Meta',
      shiftKey: modifier === 'Shift',
    });
    await expectCaption(page, FIRST);
  }
  await dialogOf(page).dispatchEvent('keydown', { key: 'ArrowRight' });
  await expectCaption(page, SECOND);
});

test('enlarges a picture on a phone until its text is at least 12 px, and scrolls to its edges', async ({
  page,
}) => {
  await openFirst(page);
  const picture = pictureIn(page);
  await zoomButton(page).locator('span').click();
  // A guide is printed on US Letter, 612 points wide, with text of 11 points or more.
  const widthOfPicture = (await picture.boundingBox())?.width ?? 0;
  expect((widthOfPicture / 612) * 11).toBeGreaterThanOrEqual(12);
  await scrollTo(page, 'end');
  const box = await picture.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(375);
});

test('keeps the zoom button in view while a zoomed picture scrolls', async ({ page }) => {
  await openFirst(page);
  await expect(pictureIn(page)).toBeVisible();
  await zoomButton(page).locator('span').click();
  for (const { width, height } of [
    { width: 375, height: 667 },
    { width: 667, height: 375 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize({ width, height });
    for (const edge of ['start', 'end'] as const) {
      await scrollTo(page, edge);
      await expectZoomLabelInWindow(page);
    }
  }
});

test('centers the zoom on the tapped point', DEEP_ONLY, async ({ page }) => {
  await openFirst(page);
  await expect(pictureIn(page)).toBeVisible();
  const before = await pictureIn(page).boundingBox();
  if (!before) throw new Error('no picture');
  await pictureIn(page).click({ position: { x: before.width * 0.6, y: before.height * 0.5 } });
  const after = await pictureIn(page).boundingBox();
  const view = await dialogOf(page).locator('.view').boundingBox();
  if (!after || !view) throw new Error('no picture');
  expect(after.x + after.width * 0.6).toBeCloseTo(view.x + view.width / 2, -1);
  expect(after.y + after.height * 0.5).toBeCloseTo(view.y + view.height / 2, -1);
});

test(
  'shows the next picture from its top after a zoomed picture was scrolled to its end',
  DEEP_ONLY,
  async ({ page }) => {
    await openFirst(page);
    await zoomButton(page).locator('span').click();
    await scrollTo(page, 'end');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(pictureIn(page)).toBeVisible();
    const view = await dialogOf(page).locator('.view').boundingBox();
    expect((await pictureIn(page).boundingBox())?.y).toBeCloseTo(view?.y ?? 0, -1);
  },
);

for (const { size, width, height, rootFont } of [
  { size: '375×667 with 200% text', width: 375, height: 667, rootFont: 32 },
  { size: '320×256', width: 320, height: 256, rootFont: 16 },
  { size: '667×375', width: 667, height: 375, rootFont: 16 },
]) {
  test(
    `shows the picture and every button of the dialog at ${size}`,
    DEEP_ONLY,
    async ({ page }) => {
      await openFirst(page, { width, height });
      await page.evaluate((px) => (document.documentElement.style.fontSize = `${px}px`), rootFont);
      await expect(pictureIn(page)).toBeVisible();
      expect((await pictureIn(page).boundingBox())?.width).toBeGreaterThanOrEqual(0.6 * width);
      for (const name of ['Zoom in', 'Previous', 'Next', 'Close', 'Zoom out']) {
        const button = page.getByRole('button', { name });
        const target = name.startsWith('Zoom') ? button.locator('span') : button;
        await target.scrollIntoViewIfNeeded();
        await expect(target).toBeInViewport({ ratio: 1 });
        expect(await target.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(
          0,
        );
        if (name === 'Zoom in') await expectZoomLabelInWindow(page);
        if (name === 'Close') await zoomButton(page).press('Enter');
      }
      const sideways = await dialogOf(page).evaluate(
        (dialog) => dialog.scrollWidth - dialog.clientWidth,
      );
      expect(sideways).toBe(0);
    },
  );
}

test('shows no buttons to turn pages for a single picture', DEEP_ONLY, async ({ page }) => {
  await page.route(`**${ILLUSTRATED.path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(&quot;pictures&quot;:\[1,\[\[0,\{.*?\}\]).*?(\]\]\}")/, '$1$2')
      .replace(/(<ul class="pages.*?<\/li>).*?(<\/ul>)/s, '$1$2');
    return route.fulfill({ response, body });
  });
  await openFirst(page);
  await expectCaption(page, FIRST);
  await expect(dialogOf(page).getByRole('button')).toHaveText(['Close', 'Zoom in']);
  await expect(dialogOf(page).getByText('1 of 1')).toHaveCount(0);
});

test('does not scroll the page behind the dialog', DEEP_ONLY, async ({ page }) => {
  await openFirst(page);
  const scrollTop = () => page.evaluate(() => document.documentElement.scrollTop);
  const before = await scrollTop();
  for (const element of [dialogOf(page).getByRole('heading'), pictureIn(page)]) {
    await element.hover();
    await page.mouse.wheel(0, 400);
    // If the page did scroll, the browser would scroll it in a later frame.
    await page.waitForTimeout(300);
    expect(await scrollTop()).toBe(before);
  }
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(scrollTop).toBeGreaterThan(before);
});

test(
  'limits the height of the row of pictures if a picture is very tall',
  DEEP_ONLY,
  async ({ page }) => {
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="6000"/>';
    await page.route('**/_astro/inside-*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    );
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 667 });
      await page.goto(ILLUSTRATED.path);
      const row = page.locator('.pages');
      await row.scrollIntoViewIfNeeded();
      const image = row.locator('img').first();
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalHeight))
        .toBe(6000);
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(450);
    }
  },
);

for (const { how, close } of [
  { how: 'the Close button', close: (page: Page) => page.getByText('Close').click() },
  { how: 'the Escape key', close: (page: Page) => page.keyboard.press('Escape') },
]) {
  test(
    `closes the dialog with ${how} and returns the focus to the picture`,
    DEEP_ONLY,
    async ({ page }) => {
      await openFirst(page);
      await close(page);
      await expect(dialogOf(page)).toHaveCount(0);
      await expect(linkOf(page, FIRST)).toBeFocused();
    },
  );
}

test('links to a picture that does not load in the dialog', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(ILLUSTRATED.path);
  const link = linkOf(page, FIRST);
  const address = (await link.getAttribute('href')) ?? '';
  await page.route(`**${address}`, (route) => route.abort());
  await openFirst(page);
  await expect(page.getByText('This page didn’t load.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open it by itself' })).toHaveAttribute(
    'href',
    address,
  );
});

test('opens a picture as its own page in a browser that does not support dialogs', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
  await page.goto(ILLUSTRATED.path);
  const address = (await linkOf(page, FIRST).getAttribute('href')) ?? '';
  await clickFirst(page);
  await expect(page).toHaveURL(address);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links to a picture without JavaScript', async ({ page }) => {
    await page.goto(ILLUSTRATED.path);
    const address = (await linkOf(page, FIRST).getAttribute('href')) ?? '';
    const response = await page.request.get(address);
    expect(response.headers()['content-type']).toMatch(/^image\//);
  });
});
