import { type Page, expect } from '@playwright/test';

/** Of the shops that the browser tests start. */
export const OWNER_PASSWORD = 'the-owner-of-the-shop-under-test';

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

/** One login serves all tests of a worker, since logins of a client are limited. */
let cookies: Promise<Cookies> | undefined;

const logInOnce = async (page: Page): Promise<Cookies> => {
  const response = await page.request.post('/api/admin/login', {
    data: { password: OWNER_PASSWORD },
  });
  expect(response.status()).toBe(200);
  return page.context().cookies();
};

/** Gives the browser of a page the owner's session. */
export const logIn = async (page: Page): Promise<void> => {
  cookies ??= logInOnce(page);
  await page.context().addCookies(await cookies);
};
