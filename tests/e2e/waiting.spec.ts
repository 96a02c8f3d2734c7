import { type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { productOf } from '../catalogue.ts';
import { SESSION, answer, orderFor, problem, purchaseIs } from './answers.ts';
import { PHONE_ONLY } from './devices.ts';
import { collectDownloads, holdScripts, scriptsRun } from './parent.ts';

const SUCCESS = `/payment-success?session_id=${SESSION}`;
const DOWNLOAD = `/guide-download?session_id=${SESSION}`;

/** What the page asks about its payment, in order. */
const watchChecks = (page: Page): string[] => {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/verify-payment')) checks.push(request.postData() ?? '');
  });
  return checks;
};

for (const [path, words, asked] of [
  [SUCCESS, 'Order confirmed', { sessionId: SESSION }],
  [DOWNLOAD, 'Your Guide is Ready!', { sessionId: SESSION, files: true }],
] as const) {
  test(`${path} asks once, before any script has come, and tells what it hears`, async ({
    page,
  }) => {
    const checks = watchChecks(page);
    const release = await holdScripts(page);
    await purchaseIs(page, 'paid');
    const answered = page.waitForResponse('**/api/verify-payment');
    await page.goto(path, { waitUntil: 'commit' });
    const request = (await answered).request();
    expect((await request.allHeaders())['referer']).toBeUndefined();
    release();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(SESSION.slice(-8), { exact: true })).toBeVisible();
    await expect(page.getByText(`Order number: ${await orderNumber(SESSION)}`)).toBeVisible();
    expect(checks).toEqual([JSON.stringify(asked)]);
  });

  test(`${path} offers the files as plain links where no script ever comes`, async ({ page }) => {
    await page.clock.install();
    await page.route('**/_astro/*.js', (route) => route.abort('blockedbyclient'));
    await purchaseIs(page, 'paid');
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Show my files' })).toBeVisible({
      timeout: 20_000, // eight seconds of the page's styles, which no clock stops
    });
  });
}

const FILES = [{ downloadUrl: '/api/files/one', fileName: 'guide-1.pdf' }];

/** Answers about a paid order with the links of its files. */
const withLinks = (page: Page): Promise<unknown> =>
  answer(page, 'verify-payment', {
    json: { status: 'paid', order: orderFor('individual_guide_6_10'), files: FILES },
  });
const fetchOfFile = (page: Page): Promise<unknown> =>
  page.route('**/api/files/*', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
  );

test('the links are there with the verdict, and a press asks for the file alone', async ({
  page,
}) => {
  await withLinks(page);
  await fetchOfFile(page);
  await page.goto(DOWNLOAD);
  await expect(page.getByRole('link', { name: 'guide-1.pdf' })).toBeVisible();
  await scriptsRun(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const [file] = await collectDownloads(page, 1, () =>
    page.getByRole('button', { name: 'Download Your Guide' }).click(),
  );
  expect(file?.suggestedFilename()).toBe('guide-1.pdf');
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual(['/api/files/one']);
});

test('a press says how far it is, keeps the focus, and how it went stays beside it', async ({
  page,
}) => {
  await withLinks(page);
  const { promise: held, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/api/files/*', async (route) => {
    await held;
    await route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' });
  });
  await page.goto(DOWNLOAD);
  await page.getByRole('button', { name: 'Download Your Guide' }).press('Enter');
  await expect(page.getByText('File 1 of 1')).toBeVisible();
  const busy = page.getByRole('button', { name: 'Preparing Download...' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(busy).toBeFocused();
  const [file] = await collectDownloads(page, 1, async () => send());
  expect(file?.suggestedFilename()).toBe('guide-1.pdf');
  await expect(page.getByText('Saved. Look in your Downloads.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download Your Guide' })).toBeFocused();
});

test('links that have run out are asked for anew at the press, and those that cannot be had are told of', async ({
  page,
}) => {
  await page.clock.install();
  await withLinks(page);
  await fetchOfFile(page);
  await page.goto(DOWNLOAD);
  await expect(page.getByRole('link', { name: 'guide-1.pdf' })).toBeVisible();
  await page.route('**/api/verify-payment', (route) => route.abort());
  await answer(page, 'products', 'unreachable');
  await page.clock.fastForward(9 * 60_000);
  await page.getByRole('button', { name: 'Download Your Guide' }).click();
  await expect(page.getByText('Failed to load product information')).toBeVisible();
  await expect(page.getByText('Nothing was saved. Press again.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'guide-1.pdf' })).toBeVisible();
});

test('a press without access any more says so, and the page what has become of the order', async ({
  page,
}) => {
  await withLinks(page);
  await answer(page, 'files/one', problem(403, 'This order doesn’t include this file anymore.'));
  await page.route(
    (url) => url.pathname === '/',
    (route) => route.fulfill({ status: 204 }), // the page stays, so that it can be read
  );
  await page.goto(DOWNLOAD);
  await expect(page.getByRole('link', { name: 'guide-1.pdf' })).toBeVisible();
  await purchaseIs(page, 'refunded');
  await page.getByRole('button', { name: 'Download Your Guide' }).click();
  await expect(page.getByText('Please complete your purchase first.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This order was refunded' })).toBeVisible();
});

test('a first check that fails is tried again in silence', async ({ page }) => {
  const checks = watchChecks(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await purchaseIs(page, 'paid');
  await page.route('**/api/verify-payment', (route) => route.abort(), { times: 1 });
  await page.goto(DOWNLOAD);
  await expect(page.getByText('Your Guide is Ready!')).toBeVisible();
  expect(checks).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('an address without a session asks nothing', async ({ page }) => {
  const checks = watchChecks(page);
  await page.goto('/payment-success');
  await expect(page.getByText('No valid session found.')).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toBeHidden();
  expect(checks).toEqual([]);
});

/** What the home page says to who was refused, and where its button leads. */
const REFUSED = [
  ['a link that was cut short', 'cut short', 'This link is incomplete.', 'Find my purchase'],
  ['an unknown link', 'unpaid', 'No valid purchase found.', 'Find my purchase'],
  ['a refunded order', 'refunded', 'Your money is on its way back', 'Write to us'],
  ['a shop that cannot be asked', 'unreachable', 'Unable to verify your purchase.', 'Check again'],
] as const;

for (const [who, is, words, next] of REFUSED) {
  test(`${who} leads home, where the next step waits`, async ({ page }) => {
    if (is === 'unreachable') await answer(page, 'verify-payment', 'unreachable');
    else if (is !== 'cut short') await purchaseIs(page, is);
    const checks = watchChecks(page);
    await page.goto(is === 'cut short' ? '/guide-download?session_id=cs_test_' : DOWNLOAD);
    await page.waitForURL(/:\d+\/$/);
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: words });
    await expect(toast).toBeVisible();
    if (is === 'cut short') {
      expect(checks).toEqual([]);
      await expect(toast, 'who may have paid').not.toContainText('complete your purchase');
    }
    if (next === 'Write to us') {
      await expect(toast.getByRole('button', { name: next })).toBeVisible();
      return; // to a mail program
    }
    await purchaseIs(page, 'paid');
    await toast.getByRole('button', { name: next }).click();
    const [at, there] = {
      'Find my purchase': [/\/find-purchase$/, 'Find your purchase'],
      'Check again': [/\/guide-download/, 'Your Guide is Ready!'],
    }[next] as [RegExp, string];
    await expect(page).toHaveURL(at);
    await expect(page.getByRole('heading', { name: there })).toBeVisible();
  });
}

test('a bank debit is on its way, and no success yet', async ({ page }) => {
  for (const path of [SUCCESS, DOWNLOAD]) {
    await purchaseIs(page, 'pending');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment is on its way');
    await expect(page.getByText('need to pay again. This page keeps checking.')).toBeVisible();
    await expect(page.getByText('Payment Successful!')).toHaveCount(0);
  }
});

test('the success page says that an email is on its way', async ({ page }) => {
  await purchaseIs(page, 'paid');
  await page.goto(SUCCESS);
  await expect(page.getByText('An email with the link to your download')).toBeVisible();
});

test('where no paid order is there yet, "Check again" comes first', async ({ page }) => {
  await purchaseIs(page, 'unpaid');
  await page.goto(SUCCESS);
  const ways = page.getByRole('main').locator('h1 + div').locator('a, button');
  await expect(ways).toHaveText(['Check again', 'Return to Home']);
  await answer(page, 'verify-payment', 'never');
  await ways.first().press('Enter');
  await expect(page.getByText('Confirming your order...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We don’t see your payment yet');
  await expect(ways.first()).toBeFocused();
});

test('the files of a bundle have words', async ({ page }) => {
  const files = ['bundle', 'guide-1'].map((id) => ({
    downloadUrl: `/api/files/${id}`,
    fileName: productOf(id).file_name,
  }));
  const order = orderFor('bundle');
  await answer(page, 'verify-payment', { json: { status: 'paid', order, files } });
  await page.goto(DOWNLOAD);
  await expect(page.getByRole('heading', { name: 'Your Guides are Ready!' })).toBeVisible();
  await expect(page.locator('[aria-labelledby="file-links"] a')).toHaveText([
    /^All three in one PDF/,
    /^A Seed in the Jar, ages 6–10, PDF/,
  ]);
});

test('a made-up session is no success', async ({ page }) => {
  await page.goto('/payment-success?session_id=cs_test_nobody');
  await expect(page.getByRole('heading', { name: 'We don’t see your payment yet' })).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toBeHidden();
  await purchaseIs(page, 'paid');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test(
  'on a phone what is told of a download covers neither button nor links',
  PHONE_ONLY,
  async ({ page }) => {
    await withLinks(page);
    await fetchOfFile(page);
    await page.goto(DOWNLOAD);
    await page.getByRole('button', { name: 'Download Your Guide' }).click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Download Started' });
    await expect(toast).toBeInViewport({ ratio: 1 });
    const under = (await toast.boundingBox()) ?? { y: 0, height: 0 };
    for (const target of [
      page.getByRole('button', { name: 'Download Your Guide' }),
      page.getByRole('link', { name: 'guide-1.pdf' }),
    ]) {
      await target.scrollIntoViewIfNeeded();
      expect((await target.boundingBox())?.y).toBeGreaterThan(under.y + under.height);
    }
  },
);
