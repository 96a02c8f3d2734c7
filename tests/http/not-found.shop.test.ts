import { beforeEach, describe, expect, test, vi } from 'vitest';
import answer from '../../netlify/functions/not-found.ts';
import { headerFaults } from '../headers.ts';

const PAGE = '<!doctype html><h1>Oops! Page not found</h1><p>of the site itself</p>';

const log = vi.spyOn(console, 'log');

beforeEach(() => {
  log.mockReset().mockReturnValue(undefined);
  vi.stubGlobal('NOT_FOUND_PAGE', PAGE);
});

const call = (address: string, init?: RequestInit) =>
  answer(new Request(new URL(address, 'https://evil.example'), init));

describe('an unknown address', () => {
  test("is answered 404 with the site's own page", async () => {
    const response = await call('/no-such-page');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(PAGE);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
    });
    expect(headerFaults(response.headers, 'site')).toEqual([]);
  });

  test('is answered 404 to every method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await call('/no-such-page', { method })).status, method).toBe(404);
    }
  });

  test('is answered to HEAD without a body', async () => {
    const response = await call('/no-such-page', { method: 'HEAD' });
    expect(response.status).toBe(404);
    expect(response.body).toBeNull();
  });
});

/** What is logged for an address. */
const logged = async (address: string): Promise<unknown[][]> => {
  await call(address);
  return log.mock.calls;
};

const LONG = '/lost'.repeat(2000);

test.each([
  [
    'the path, once, and never the query',
    '/no-such-page?session_id=cs_test_x',
    '404 /no-such-page',
  ],
  ['no more than 200 characters of the path', LONG, `404 ${LONG.slice(0, 200)}`],
  [
    'no session id, where a mail program made it part of the path',
    '/guide-download%3Fsession_id=cs_live_a1B2',
    '404 /guide-download%3Fsession_id=cs_...',
  ],
  ['no session id that has lost its beginning', `/_test_${'a1B2'.repeat(14)}`, '404 /...'],
])('the log of unknown addresses holds %s', async (_what, address, line) => {
  expect(await logged(address)).toEqual([[line]]);
});

test('the log cannot be made to hold a line of the visitor or a control character', async () => {
  const [[line]] = (await logged('/a\u001b[31m%0A%0d404 /forged\n\u0085\u2028')) as [[string]];
  expect(line).toMatch(/^404 [\u0021-\u007e]+$/);
});
