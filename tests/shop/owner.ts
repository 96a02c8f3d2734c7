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

let addresses = 0;
/** Of a client that has not called yet: no test sets the limits of guesses aside. */
export const fromNewClient = () => ({
  'x-nf-client-connection-ip': `192.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`,
});

/** Logs the owner in; the headers that prove it. */
export const logInAsOwner = async (shop: TestShop): Promise<{ cookie: string }> => {
  const given = { password: password() };
  const response = await shop.post('/api/admin/login', given, fromNewClient());
  expect(response.status).toBe(200);
  return { cookie: cookiesOf(response) };
};

const loggedIn = new WeakMap<TestShop, Promise<{ cookie: string }>>();

/** The same, once for a shop: over all clients there are not many logins in a minute either. */
export const ownerHeaders = (shop: TestShop): Promise<{ cookie: string }> => {
  const known = loggedIn.get(shop) ?? logInAsOwner(shop);
  loggedIn.set(shop, known);
  return known;
};
