import { afterAll, expect, test, vi } from 'vitest';
import { headerFaults } from '../headers.ts';
import { NOT_FOUND_PAGE } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const ask = (path: string, method = 'GET') => shop.call(path, { method, redirect: 'manual' });

// After the shop is open, because another file may have reset the modules.
const { default: generated } = await import('#generated');
const { formerly } = generated;
Object.assign(generated, { formerly: { '/old': '/guide-1', '/money.html': '/articles/coins' } });
afterAll(() => void Object.assign(generated, { formerly }));

test.each([
  { asked: '/old', location: '/guide-1' },
  { asked: '/old/', location: '/guide-1' },
  { asked: '/old.html', location: '/guide-1' },
  { asked: '/money.html', location: '/articles/coins' },
  { asked: '/old?code=SPRING&utm_source=a%20b', location: '/guide-1?code=SPRING&utm_source=a%20b' },
])('redirects $asked to $location for good, with its query', async ({ asked, location }) => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  for (const method of ['GET', 'HEAD']) {
    const response = await ask(asked, method);
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
    expect(await response.text()).toBe('');
    expect(headerFaults(response.headers, 'answer')).toEqual([]);
  }
  expect(log.mock.calls.flat().join(' ')).not.toContain('404');
  log.mockRestore();
});

test.each(['/Old', '/old/er', '/older', '/constructor', '/__proto__', '//old'])(
  'finds no page at %s, which only looks like an old address',
  async (asked) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const response = await ask(asked);
    expect([response.status, await response.text()]).toEqual([404, NOT_FOUND_PAGE]);
    log.mockRestore();
  },
);
