import { type Page, expect, test } from '@playwright/test';
import { buy } from '../buyer.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { SITE_URL } from './site.ts';

const loginDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Logs in with the form. The number of logins is limited, so most tests use `logIn` instead. */
const logInWith = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};

for (const path of ['/admin-upload', '/admin-orders']) {
  test(`shows only the login form on ${path} to a visitor who is not logged in`, async ({
    page,
  }) => {
    const apiCalls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) apiCalls.push(pathname);
    });
    await page.goto(path);
    await expect(heading(page)).toHaveText('Your shop');
    await expect(page.getByRole('button')).toHaveText(['Log in']);
    await expect(page.getByRole('link')).toHaveText(['Skip to the content']);
    expect(apiCalls).toEqual(['/api/admin/session']);
  });
}

test('refuses a wrong password and then accepts the right password', async ({ page }) => {
  await page.goto('/admin-orders');
  await logInWith(page, 'a guess');
  await expect(page.getByRole('alert')).toHaveText('That’s not the password.');
  await expect(page.getByLabel('Password')).toBeFocused();

  await logInWith(page, OWNER_PASSWORD);
  await expect(heading(page)).toHaveText('Orders');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('after the session has ended', () => {
  test.beforeEach(async ({ page, context }) => {
    await buy(SITE_URL, 'bundle'); // the page has no search until there is an order
    await logIn(page);
    await page.goto('/admin-orders');
    await expect(page.getByLabel('Find an order')).toBeVisible();
    await context.clearCookies({ name: /owner_session/ });
  });

  test('keeps the owner’s search text during a new login, and asks to search again', async ({
    page,
  }) => {
    const search = page.getByLabel('Find an order');
    await search.fill('0000-0000-0000');
    await search.press('Enter');
    await expect(loginDialog(page)).toBeVisible();
    // If a page repeatedly prevents a dialog from closing, the browser may close it anyway.
    for (let tries = 0; tries < 4; tries += 1) await page.keyboard.press('Escape');
    await expect(loginDialog(page)).toBeVisible();

    await logInWith(page, OWNER_PASSWORD);
    await expect(loginDialog(page)).toBeHidden();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('0000-0000-0000');
    await expect(page.getByRole('alert')).toHaveText(
      'Your session had ended, so nothing happened. Please try again.',
    );
  });

  test('shows the order that the owner clicked, after the owner logs in again', async ({
    page,
  }) => {
    await page.locator('a[href^="#order="]').first().click();
    await expect(loginDialog(page)).toBeVisible();
    await logInWith(page, OWNER_PASSWORD);
    const order = page.getByRole('dialog', { name: /^Order MSK-/ });
    await expect(order.getByText('Downloads are open.')).toBeVisible();
  });
});

test('shows only the login form after "Log out", even after Back', async ({ page }) => {
  await logIn(page);
  await page.goto('/admin-orders');
  await page.getByRole('link', { name: 'Guides', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(heading(page)).toHaveText('Your shop');

  await page.goBack();
  await expect(heading(page)).toHaveText('Your shop');
});
