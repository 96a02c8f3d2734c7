import { type Page, expect } from '@playwright/test';

/** The owner's password in the shops that the browser tests start. */
export const OWNER_PASSWORD = 'the-owner-of-the-shop-under-test';

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

/** Each worker logs in only once, because the shop limits how often a client can log in. */
let cookies: Promise<Cookies> | undefined;

const logInOnce = async (page: Page): Promise<Cookies> => {
  const response = await page.request.post('/api/admin/login', {
    data: { password: OWNER_PASSWORD },
  });
  expect(response.status()).toBe(200);
  return page.context().cookies();
};

/** Adds the owner's session to a page's browser. */
export const logIn = async (page: Page): Promise<void> => {
  cookies ??= logInOnce(page);
  await page.context().addCookies(await cookies);
};
