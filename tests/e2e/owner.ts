import { type Page, expect } from '@playwright/test';

/** Of the shop that the browser tests start. */
export const OWNER_PASSWORD = 'the-owner-of-the-shop-under-test';

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

/** One login serves all tests of a worker: a household that logs in again and again has to wait. */
let cookies: Promise<Cookies> | undefined;

/** For another shop, which does not know that login. */
export const forgetLogin = (): void => void (cookies = undefined);

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
