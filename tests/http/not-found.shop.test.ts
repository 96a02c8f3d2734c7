import { beforeEach, expect, test, vi } from 'vitest';
import generated from '#generated';
import answer from '../../netlify/functions/not-found.ts';
import { headerFaults } from '../headers.ts';

const PAGE = '<!doctype html><h1>Oops! Page not found</h1><p>of the site itself</p>';

const log = vi.spyOn(console, 'log');
beforeEach(() => {
  log.mockReset().mockReturnValue(undefined);
  generated.notFoundPage = PAGE;
});

const call = (address: string, init?: RequestInit) =>
  answer(new Request(new URL(address, 'https://evil.example'), init));

test.each(['GET', 'HEAD', 'POST'])(
  "an unknown address is answered 404 to %s, with the site's own page",
  async (method) => {
    const response = await call('/no-such-page', { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(method === 'HEAD' ? '' : PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(headerFaults(response.headers, 'site')).toEqual([]);
  },
);

const LONG = '/lost'.repeat(2000);

test.each([
  ['the path, once, and never the query', '/no-such?session_id=cs_test_x', '404 /no-such'],
  ['at most 200 characters of the path', LONG, `404 ${LONG.slice(0, 200)}`],
  [
    'no session id that became a part of it',
    '/a%3Fsession_id=cs_live_a1',
    '404 /a%3Fsession_id=cs_...',
  ],
  ['no session id that has lost its beginning', `/_test_${'a1B2'.repeat(14)}`, '404 /...'],
])('the log of unknown addresses has %s', async (_what, address, line) => {
  await call(address);
  expect(log.mock.calls).toEqual([[line]]);
});

test('a visitor cannot put a line or a control character into the log', async () => {
  await call('/a\u001b[31m%0A%0d404 /forged\n\u0085\u2028');
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^404 [\u0021-\u007e]+$/)]]);
});
