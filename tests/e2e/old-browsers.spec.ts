import { type Page, expect, test } from '@playwright/test';
import { ORDERS, subjectOf } from '../catalog.ts';
import { runClockUntil } from './answers.ts';
import { DEEP_ONLY, PHONE_ONLY, PHONE_ONLY_IF_DEEP } from './devices.ts';
import { ILLUSTRATED, clickFirst } from './page-dialog.ts';
import {
  buyButton,
  collectDownloads,
  expectStoredBytes,
  holdScripts,
  payByCard,
  waitForScripts,
} from './parent.ts';
import { buyGuide, waitForMail } from './stand-in.ts';
import { YOUNG_APIS, removeApis } from './young-apis.ts';

/** APIs without which a script cannot send requests. */
const NEEDED_FOR_REQUESTS = ['fetch', 'AbortController'];

const removeFromWindow = (page: Page, name: string): Promise<unknown> =>
  page.addInitScript((missing) => Reflect.deleteProperty(window, missing), name);

const atCheckout = /\/c\/pay\//;

test('lists the APIs that once broke the shop in old browsers', () => {
  expect(YOUNG_APIS).toEqual(
    expect.arrayContaining([
      { owner: 'AbortSignal', name: 'timeout', isStatic: true },
      { owner: 'Document', name: 'adoptedStyleSheets', isStatic: false },
      { owner: 'Array', name: 'at', isStatic: false },
    ]),
  );
});

test(
  'sells and delivers a guide in a browser without APIs from the last five years',
  PHONE_ONLY,
  async ({ context, page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await context.addInitScript(removeApis, YOUNG_APIS);
    await page.goto('/guide-1');
    await waitForScripts(page);
    await buyButton(page).click();
    await page.waitForURL(atCheckout);
    await payByCard(page, 'old-phone@example.com');
    await expect(page.getByText(ORDERS.paid.heading)).toBeVisible();
    await page.getByRole('link', { name: 'Go to your download' }).click();
    await expect(page.getByRole('heading', { name: 'Your Guide is Ready!' })).toBeVisible();
    const [download] = await collectDownloads(page, 1, () =>
      page.getByRole('button', { name: 'Download Your Guide' }).click(),
    );
    if (download) await expectStoredBytes(page, download);
    await expect(page.getByText('1 file(s) downloaded successfully!')).toBeVisible();
    expect(errors).toEqual([]);
  },
);

test(
  'finds a purchase in a browser without APIs from the last five years',
  PHONE_ONLY_IF_DEEP,
  async ({ context, page }) => {
    await context.addInitScript(removeApis, YOUNG_APIS);
    await page.goto('/find-purchase');
    await waitForScripts(page);
    await page.getByLabel('Your email address').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send me my links' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  },
);

test(
  'shows a picture of a guide’s page in a browser without APIs from the last five years',
  PHONE_ONLY_IF_DEEP,
  async ({ context, page }) => {
    test.skip(!ILLUSTRATED.path, 'no guide in content/ has pictures of pages');
    await context.addInitScript(removeApis, YOUNG_APIS);
    await page.goto(ILLUSTRATED.path);
    await clickFirst(page);
    await expect(page).toHaveURL(/\/inside-1\.[\w.-]+$/);
  },
);

for (const missing of NEEDED_FOR_REQUESTS) {
  test(
    `submits the promotion code with the buy form in a browser without ${missing}`,
    DEEP_ONLY,
    async ({ page }) => {
      await removeFromWindow(page, missing);
      await page.goto('/guide-1?code=SPRING');
      await waitForScripts(page);
      const [request] = await Promise.all([
        page.waitForRequest('**/api/create-payment'),
        buyButton(page).click(),
      ]);
      expect(request.postData()).toContain('code=SPRING');
    },
  );

  test(
    `opens the payment page from a buy button in a browser without ${missing}`,
    DEEP_ONLY,
    async ({ page }) => {
      await removeFromWindow(page, missing);
      await page.goto('/guide-1');
      await waitForScripts(page);
      await buyButton(page).click();
      await page.waitForURL(atCheckout);
    },
  );

  test(
    `submits the find-purchase form in a browser without ${missing}`,
    DEEP_ONLY,
    async ({ page }) => {
      await removeFromWindow(page, missing);
      await page.goto('/find-purchase');
      await waitForScripts(page);
      await page.getByLabel('Your email address').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Send me my links' }).click();
      await expect(page).toHaveURL(/\/find-purchase#sent$/);
    },
  );

  for (const name of ['payment-success', 'guide-download']) {
    test(
      `shows the files after the form on ${name} is sent in a browser without ${missing}`,
      DEEP_ONLY,
      async ({ page }) => {
        const session = await buyGuide();
        await removeFromWindow(page, missing);
        await page.clock.install();
        await page.goto(`/${name}?session_id=${session}`);
        const button = page.getByRole('button', { name: 'Show my files' });
        await runClockUntil(page, button);
        await page.clock.runFor(120_000);
        await button.click();
        await expect(page.getByRole('link', { name: /^Download .+\.pdf$/ })).toHaveCount(1);
      },
    );
  }
}

test('submits the buy form on the next click after a failed request', async ({ page }) => {
  await page.route('**/api/create-payment', (route) => route.abort(), { times: 1 });
  await page.goto('/guide-1');
  await waitForScripts(page);
  await page.setViewportSize({ width: 768, height: 720 });
  await buyButton(page).click();
  await expect(page.getByText('There was an error processing your payment.')).toBeVisible();
  const [request] = await Promise.all([
    page.waitForRequest('**/api/create-payment'),
    buyButton(page).click(),
  ]);
  expect(request.isNavigationRequest()).toBe(true);
  await page.waitForURL(atCheckout);
});

test(
  'submits the find-purchase form on the next click after a failed request',
  DEEP_ONLY,
  async ({ page }) => {
    await page.route('**/api/find-purchase', (route) => route.abort(), { times: 1 });
    await page.goto('/find-purchase');
    await waitForScripts(page);
    await page.getByLabel('Your email address').fill('nobody@example.com');
    const button = page.getByRole('button', { name: 'Send me my links' });
    await button.click();
    await expect(page.getByRole('alert')).toContainText('couldn’t reach the shop');
    await button.click();
    await expect(page).toHaveURL(/\/find-purchase#sent$/);
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  },
);

test(
  'opens the payment page in the same tab if the buyer closes the new tab',
  DEEP_ONLY,
  async ({ page }) => {
    await page.route('**/api/create-payment', async (route) => {
      const response = await route.fetch();
      for (const tab of page.context().pages()) if (tab !== page) await tab.close();
      await route.fulfill({ response });
    });
    await page.goto('/');
    await waitForScripts(page);
    await buyButton(page).click();
    await page.waitForURL(atCheckout);
  },
);

test(
  'sends an address that autofill enters without firing an event',
  DEEP_ONLY,
  async ({ page }) => {
    const address = 'autofill@example.com';
    await buyGuide(address);
    await page.goto('/find-purchase');
    await waitForScripts(page);
    await page.getByLabel('Your email address').evaluate((field, value) => {
      (field as HTMLInputElement).value = value;
    }, address);
    await page.getByRole('button', { name: 'Send me my links' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    expect((await waitForMail(address, subjectOf('find-purchase'))).to).toBe(address);
  },
);

test(
  'keeps a typed address if a password manager adds an element before React starts',
  DEEP_ONLY,
  async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/find-purchase', { waitUntil: 'commit' });
    const field = page.getByLabel('Your email address');
    await field.pressSequentially('ann@example.com');
    await field.evaluate((input) => input.after(document.createElement('password-manager')));
    release();
    await waitForScripts(page);
    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
  },
);
