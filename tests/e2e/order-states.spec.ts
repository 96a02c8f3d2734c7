import { type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { VerifyPaymentResponse } from '../../src/contract/orders.ts';
import { ORDERS, SITE, productOf } from '../catalog.ts';
import { DOWNLOAD, SESSION, SUCCESS, answer, orderFor } from './answers.ts';

const GUIDE = productOf('guide-1');
const OTHER = productOf('guide-2');
const FILE = { downloadUrl: '/api/files/ticket', fileName: GUIDE.file_name };

const respond = (page: Page, response: Partial<VerifyPaymentResponse>): Promise<unknown> => {
  const { status = 'paid' } = response;
  const order =
    status === 'unpaid'
      ? null
      : { ...orderFor(GUIDE.product_type, status), guide_name: GUIDE.name };
  return answer(page, 'verify-payment', { json: { status, order, hasEmail: true, ...response } });
};

const PENDING = { status: 'pending' } as const;
const PREPARING = {
  fileState: 'preparing',
  files: [],
  preparing: [GUIDE.name],
} satisfies Partial<VerifyPaymentResponse>;
const UNAVAILABLE = {
  fileState: 'unavailable',
  files: [],
  preparing: [],
} satisfies Partial<VerifyPaymentResponse>;
const WITHDRAWN = { files: [FILE], preparing: [], withdrawn: 'December 1, 2026' };

const CONFIRMED = { files: [FILE] };

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download Your Guide' });

for (const [pageName, path] of [
  ['the page after the payment', SUCCESS],
  ['the download page', DOWNLOAD],
] as const) {
  for (const { name, response, words } of [
    { name: 'a pending payment', response: PENDING, words: ORDERS.pending },
    { name: 'an order without a file yet', response: PREPARING, words: ORDERS.preparing },
    {
      name: 'an order without an active product',
      response: UNAVAILABLE,
      words: ORDERS.unavailable,
    },
    { name: 'a withdrawn order', response: WITHDRAWN, words: ORDERS.withdrawn },
  ]) {
    test(`${pageName} shows ${name} with its product and number`, async ({ page }) => {
      await respond(page, response);
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: words.heading })).toBeVisible();
      const texts = [words.text, words.withMail ?? '', `MSK-${await orderNumber(SESSION)}`];
      for (const text of texts) await expect(main).toContainText(text);
      const product = GUIDE.name.replaceAll('–', '\u2060–\u2060');
      await expect(main.getByText(product, { exact: true })).toBeVisible();
    });
  }
}

test('a pending payment’s page may be closed', () => {
  expect(ORDERS.pending.withMail).toContain('You can close this page.');
});

test('an order without a file yet has no download button, and can be withdrawn', async ({
  page,
}) => {
  await respond(page, { ...PREPARING, withdrawable: 'December 8, 2026' });
  await page.goto(DOWNLOAD);
  const link = page.getByRole('link', { name: 'Withdraw from this purchase' });
  await expect(link).toHaveAttribute('href', `/api/withdraw?session_id=${SESSION}`);
  await expect(downloadButton(page)).toHaveCount(0);
});

for (const path of [SUCCESS, DOWNLOAD]) {
  test(`an order without an active product leads to an email on ${path.split('?')[0]}`, async ({
    page,
  }) => {
    await respond(page, UNAVAILABLE);
    await page.goto(path);
    const next = page.getByRole('link', { name: 'Write to us' });
    await expect(next).toHaveAttribute('href', `mailto:${SITE.supportEmail}`);
    await expect(downloadButton(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to your download' })).toHaveCount(0);
  });
}

test('a withdrawn order still gives its file, but no plan for tonight', async ({ page }) => {
  await respond(page, WITHDRAWN);
  await page.goto(DOWNLOAD);
  await expect(downloadButton(page)).toBeVisible();
  await expect(page.getByRole('link', { name: GUIDE.file_name })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Tonight/ })).toHaveCount(0);
});

for (const [state, response] of [
  ['a withdrawn order', WITHDRAWN],
  ['an order without an active product', UNAVAILABLE],
] as const) {
  test(`${state} is not celebrated on the page after the payment`, async ({ page }) => {
    await respond(page, response);
    await page.goto(SUCCESS);
    await expect(page.getByText(`MSK-${await orderNumber(SESSION)}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toHaveCount(0);
    await expect(coin(page)).toBeHidden();
    await expect(page.getByText('May we tell our ad service')).toHaveCount(0);
  });
}

test('a withdrawn order leads from the page after the payment to its files', async ({ page }) => {
  await respond(page, WITHDRAWN);
  await page.goto(SUCCESS);
  const next = page.getByRole('link', { name: 'Go to your download' });
  await expect(next).toHaveAttribute('href', DOWNLOAD);
});

for (const [width, percent] of [
  [390, 100],
  [390, 150],
  [360, 200],
  [320, 100],
] as const) {
  test(`the jar covers no heading at ${width} px and ${percent}% text`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await respond(page, { files: [FILE] });
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

for (const [state, response] of [
  ['a confirmed order', CONFIRMED],
  ['a pending payment', PENDING],
  ['an order without a file yet', PREPARING],
  ['a withdrawn order', WITHDRAWN],
  ['an order without an active product', UNAVAILABLE],
] as const) {
  test(`nothing moves when ${state} appears`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    for (const path of [SUCCESS, DOWNLOAD]) {
      await respond(page, response);
      await page.goto(path);
      await expect(page.getByText(`MSK-${await orderNumber(SESSION)}`)).toBeVisible();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) {
                if ('value' in entry) sum += Number(entry.value);
              }
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(sum), 300);
          }),
      );
      expect(shift, path).toBe(0);
    }
  });
}

test('a bundle names the file that is still being prepared', async ({ page }) => {
  await respond(page, { files: [FILE], preparing: [OTHER.name] });
  await page.goto(DOWNLOAD);
  await expect(downloadButton(page)).toBeVisible();
  const name = OTHER.name.replaceAll('–', '\u2060–\u2060');
  const promise = `We’re still preparing ${name}. We’ll email you as soon as it’s ready.`;
  await expect(page.getByText(promise)).toBeVisible();
});

test('a wrong link leads to find-purchase', async ({ page }) => {
  await respond(page, { status: 'unpaid' });
  await page.goto(SUCCESS);
  const next = page.getByRole('main').getByRole('link', { name: 'Find my purchase' });
  await expect(next).toHaveAttribute('href', '/find-purchase');
  await expect(page.getByText('Check again')).toHaveCount(0);
});

const coin = (page: Page) => page.locator('main svg .dropping');

const coinAnimations = (page: Page) =>
  coin(page).evaluate((element) =>
    element.getAnimations().map(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      return { duration: Number(duration), iterations };
    }),
  );

test('a coin drops once, in less than a second, when the order is confirmed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await respond(page, PENDING);
  await page.goto(SUCCESS);
  await expect(page.getByText(ORDERS.pending.heading)).toBeVisible();
  await expect(coin(page)).toBeHidden();
  await respond(page, { files: [FILE], preparing: [] });
  await page.reload();
  await expect(page.getByText('Order confirmed')).toBeVisible();
  const [animation] = await coinAnimations(page);
  expect(animation?.iterations).toBe(1);
  expect(animation?.duration).toBeLessThan(1000);
  await expect(coin(page)).toBeVisible();
});

test('no coin drops with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await respond(page, { files: [FILE], preparing: [] });
  await page.goto(SUCCESS);
  await expect(page.getByText('Order confirmed')).toBeVisible();
  expect(await coinAnimations(page)).toEqual([]);
  await expect(coin(page)).toBeVisible();
});
