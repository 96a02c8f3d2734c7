import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { headerFaults } from '../headers.ts';
import { NOT_FOUND_PAGE } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const ask = (path: string, method = 'GET') => shop.call(path, { method, redirect: 'manual' });

// Imported after the shop is open, because opening it may reset the modules.
const { default: generated } = await import('#generated');
const { formerly } = generated;
Object.assign(generated, { formerly: { '/old': '/guide-1', '/money.html': '/articles/coins' } });
afterAll(() => void Object.assign(generated, { formerly }));

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

test.each([
  { address: '/old', location: '/guide-1' },
  { address: '/old/', location: '/guide-1' },
  { address: '/old.html', location: '/guide-1' },
  { address: '/money.html', location: '/articles/coins' },
])('redirects $address to $location', async ({ address, location }) => {
  const response = await ask(address);
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(location);
});

test('preserves the query in a redirect', async () => {
  const response = await ask('/old?code=SPRING&utm_source=a%20b');
  expect(response.headers.get('location')).toBe('/guide-1?code=SPRING&utm_source=a%20b');
});

describe.each(['GET', 'HEAD'])('a redirect of a %s request', (method) => {
  test('has no body', async () => {
    const response = await ask('/old', method);
    expect(response.status).toBe(301);
    expect(await response.text()).toBe('');
  });

  test('has every security header', async () => {
    const response = await ask('/old', method);
    expect(headerFaults(response.headers, 'answer')).toEqual([]);
  });

  test('is not logged as a 404', async () => {
    await ask('/old', method);
    expect(vi.mocked(console.log).mock.calls.flat().join(' ')).not.toContain('404');
  });
});

test.each(['/Old', '/old/er', '/older', '/constructor', '/__proto__', '//old'])(
  'returns 404 for %s, which is not an old address',
  async (address) => {
    const response = await ask(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(NOT_FOUND_PAGE);
  },
);
