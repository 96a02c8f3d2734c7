import { type Page, expect, test } from '@playwright/test';
import { buy } from '../buyer.ts';
import { OWNER_PASSWORD } from './owner.ts';
import { SITE_URL } from './site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const logInWith = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};

test('a stranger sees the login and nothing else, and the owner logs in, again over the page, and out', async ({
  page,
  context,
}) => {
  await buy(SITE_URL, 'bundle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const at of ['/admin-upload', '/admin-orders']) {
    await page.goto(at);
    await expect(heading(page)).toHaveText('Your shop');
    await expect(page.getByRole('button')).toHaveText(['Log in']);
    await expect(page.getByRole('link')).toHaveText(['Skip to the content']);
    const calls = asked.splice(0).filter((asks) => asks.startsWith('/api/'));
    expect(calls, at).toEqual(['/api/admin/session']);
  }
  await logInWith(page, 'a guess');
  await expect(page.getByRole('alert')).toHaveText('That’s not the password.');
  await expect(page.getByLabel('Password')).toBeFocused();
  await logInWith(page, OWNER_PASSWORD);
  await expect(heading(page)).toHaveText('Orders');
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();

  const search = page.getByLabel('Find an order');
  await search.fill('0000-0000-0000');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await context.clearCookies({ name: /owner_session/ });
  await search.press('Enter');
  await expect(dialog).toBeVisible();
  // A browser may ignore a page that refuses to close a dialog several times.
  for (let tries = 0; tries < 4; tries += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await logInWith(page, OWNER_PASSWORD);
  await expect(dialog).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('0000-0000-0000');

  await page.getByRole('link', { name: 'Guides', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(heading(page)).toHaveText('Your shop');
  // The Back button shows nothing either.
  await page.goBack();
  await expect(heading(page)).toHaveText('Your shop');
});
