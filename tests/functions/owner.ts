import { expect } from 'vitest';
import type { TestShop } from './shop.ts';

/** The password of the shop under test. */
export const password = (): string => process.env['ADMIN_PASSWORD'] ?? '';

/** What a browser would send back of the cookies that an answer sets. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Logs the owner in; the headers that prove it. */
export const ownerHeaders = async (shop: TestShop): Promise<{ cookie: string }> => {
  const response = await shop.post('/api/admin/login', { password: password() });
  expect(response.status).toBe(200);
  return { cookie: cookiesOf(response) };
};
