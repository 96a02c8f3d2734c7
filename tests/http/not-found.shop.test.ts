import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { headerFaults } from '../headers.ts';

const PAGE = '<!doctype html><h1>Oops! Page not found</h1><p>of the site itself</p>';

/** A site that has only a 404 page, or not even that; it counts how often it is asked. */
const startSite = async (answer: () => Response | Promise<Response>) => {
  const asked: string[] = [];
  const site = await serveOnLoopback((request) => {
    asked.push(new URL(request.url).pathname);
    return answer();
  }, 0);
  const origin = `http://localhost:${site.port}`;
  vi.stubEnv('PUBLIC_SITE_URL', origin);
  sites.push(site);
  return { origin, asked };
};
const sites: { close: () => Promise<void> }[] = [];

const REQUIRED = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  UPSTASH_REDIS_REST_URL: 'http://localhost:1',
  UPSTASH_REDIS_REST_TOKEN: 'x',
  SIGNING_SECRET: 'x'.repeat(32),
};

const log = vi.spyOn(console, 'log');

beforeEach(() => {
  vi.resetModules();
  log.mockReset().mockReturnValue(undefined);
  for (const [name, value] of Object.entries(REQUIRED)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** A fresh instance of the function, as a deploy starts one. */
const newInstance = async () => {
  const { default: answer } = await import('../../netlify/functions/not-found.ts');
  return (address: string, init?: RequestInit) =>
    answer(new Request(new URL(address, 'https://evil.example'), init));
};

describe('an unknown address', () => {
  test("is answered 404 with the site's own page, asked of the configured origin", async () => {
    const { asked } = await startSite(() => new Response(PAGE));
    const call = await newInstance();
    const response = await call('/no-such-page', { headers: { host: 'evil.example' } });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(PAGE);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
    });
    expect(headerFaults(response.headers, 'site')).toEqual([]);
    expect(asked).toEqual(['/404.html']);
  });

  test('is answered 404 to every method', async () => {
    await startSite(() => new Response(PAGE));
    const call = await newInstance();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await call('/no-such-page', { method })).status, method).toBe(404);
    }
  });

  test('is answered to HEAD without a body', async () => {
    await startSite(() => new Response(PAGE));
    const call = await newInstance();
    const response = await call('/no-such-page', { method: 'HEAD' });
    expect(response.status).toBe(404);
    expect(response.body).toBeNull();
  });

  test('does not ask for the page again while the instance lives', async () => {
    const { asked } = await startSite(() => new Response(PAGE));
    const call = await newInstance();
    await call('/a');
    expect(await (await call('/b')).text()).toBe(PAGE);
    expect(asked).toHaveLength(1);
  });
});

/** What is logged for an address. */
const logged = async (address: string): Promise<unknown[][]> => {
  await startSite(() => new Response(PAGE));
  const call = await newInstance();
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

describe('without a page of the site', () => {
  const WORDS = 'Oops! Page not found';

  test.each([
    ['is missing', () => new Response('none', { status: 404 })],
    ['cannot be had', () => new Response('down', { status: 500 })],
  ])('one that %s is replaced by a small page with a way home', async (_how, answer) => {
    await startSite(answer);
    const call = await newInstance();
    const response = await call('/no-such-page');
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(text).toContain(WORDS);
    expect(text).toContain('href="/"');
  });

  test('one that never comes is replaced within seconds', async () => {
    await startSite(() => new Promise<Response>(() => {}));
    const call = await newInstance();
    expect(await (await call('/no-such-page')).text()).toContain(WORDS);
  });

  test('one that is back again is shown again', async () => {
    let page = new Response('down', { status: 500 });
    await startSite(() => page);
    const call = await newInstance();
    await call('/a');
    page = new Response(PAGE);
    expect(await (await call('/b')).text()).toBe(PAGE);
  });

  test('a shop whose configuration is not complete still says so in words', async () => {
    vi.stubEnv('SIGNING_SECRET', undefined);
    const call = await newInstance();
    const response = await call('/no-such-page');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(WORDS);
  });

  test.each(['/404.html', '/404', '/404/'])(
    'asking for %s does not lead round',
    async (address) => {
      const { asked } = await startSite(() => new Response(PAGE));
      const call = await newInstance();
      expect((await call(address)).status).toBe(404);
      expect(asked).toEqual([]);
    },
  );
});
