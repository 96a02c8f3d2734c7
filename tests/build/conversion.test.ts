import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { astroBuild } from '../../netlify/local/build.ts';
import { directivesOf, policyFaults } from '../headers.ts';
import { inBrowser, launchOptions } from '../browser.ts';
import { byDepth } from '../depth.ts';
import { copyProject } from '../project.ts';
import { SHOP, openParent } from './ads-shop.ts';

const SETTING = 'AW-123456789/AbC-D_efG';
const TAG = 'https://www.googletagmanager.com';

const project = copyProject();
const outDir = path.join(project.root, 'dist');
afterAll(project.remove);

const question = (page: Page) => page.getByText('May we tell our ad service');
const answer = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** The commands that the tag finds waiting for it. */
const commands = (page: Page): Promise<unknown[][]> =>
  page.evaluate(() =>
    (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)),
  );
const conversions = async (page: Page): Promise<unknown[]> =>
  (await commands(page)).filter(([, name]) => name === 'conversion').map(([, , event]) => event);

const policyOf = (page: string) => {
  const html = readFileSync(path.join(outDir, `${page}.html`), 'utf8');
  const [, policy = ''] = /content-security-policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policyFaults(policy), page).toEqual([]);
  return directivesOf(policy);
};

const open = async (page: Page, session: string): Promise<void> => {
  await page.goto(`${SHOP}/payment-success?session_id=${session}`);
  await page.getByText('Order confirmed').waitFor();
};

/** A first order, and a yes to the question about it. */
const tellFirst = async (page: Page, tag: readonly unknown[]): Promise<void> => {
  await open(page, 'cs_test_first');
  await answer(page, 'Yes, that’s fine');
  await expect.poll(() => tag).toHaveLength(1);
};

/** Long enough for what should not happen to happen. */
const settle = (page: Page): Promise<void> => page.waitForTimeout(500);

// How it is read, tests/purchase/conversion.test.ts proves in a moment.
test.each(byDepth([], ['AW-123456789']))(
  'a setting of another form stops the build at once: %s',
  async (setting) => {
    await expect(
      astroBuild(project.root, outDir, { PUBLIC_ADS_CONVERSION: setting }),
    ).rejects.toThrow('must be an account, a slash and a label, as in AW-123456789/AbC-D_efG');
  },
);

describe('an order of a shop with an ad service', inBrowser, () => {
  let browser: Browser;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    await astroBuild(project.root, outDir, { PUBLIC_ADS_CONVERSION: SETTING });
    browser = await chromium.launch(launchOptions);
  });
  afterEach(() => context?.close());
  afterAll(() => browser.close());

  const openBrowser = async () => {
    const parent = await openParent(browser, outDir);
    context = parent.context;
    return parent;
  };

  test('is told of from the one page whose policy lets in what Google asks for, and no more', () => {
    const allowed = policyOf('payment-success');
    expect(allowed.get('script-src')).toEqual(expect.arrayContaining(["'self'", TAG]));
    expect(allowed.get('frame-src')).toEqual([TAG]);
    for (const name of ['connect-src', 'img-src']) {
      expect(allowed.get(name), name).toContain('https://www.googleadservices.com');
    }
    for (const page of ['index', 'guide-download', '404']) {
      expect(JSON.stringify([...policyOf(page)]), page).not.toMatch(/google|doubleclick/);
    }
  });

  test('is told of after a yes, once, by an order number and from a clean address', async () => {
    const { page, tag, elsewhere } = await openBrowser();
    const session = 'cs_test_a1B2c3D4e5F6g7H8';
    await open(page, session);
    await question(page).waitFor();
    await settle(page);
    expect(elsewhere).toEqual([]);
    expect(await commands(page)).toEqual([]);

    await answer(page, 'Yes, that’s fine');
    await page.getByText('Thank you. We’ll remember that.').waitFor();
    await expect.poll(() => tag).toHaveLength(1);
    expect(tag).toEqual([
      {
        url: 'https://www.googletagmanager.com/gtag/js?id=AW-123456789',
        addressThen: `${SHOP}/payment-success`,
        referer: undefined,
      },
    ]);
    const [conversion] = (await conversions(page)) as [{ transaction_id: string }];
    expect(await conversions(page)).toEqual([
      {
        send_to: SETTING,
        value: 8.99,
        currency: 'USD',
        transaction_id: expect.stringMatching(/^[\dA-F]{4}(-[\dA-F]{4}){2}$/),
      },
    ]);
    for (const group of conversion.transaction_id.split('-')) {
      expect(session.toUpperCase()).not.toContain(group);
    }
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(JSON.stringify([await commands(page), fetched])).not.toContain(session);
    expect(await commands(page)).toContainEqual([
      'consent',
      'default',
      expect.objectContaining({ ad_storage: 'granted', ad_personalization: 'denied' }),
    ]);
    expect(await commands(page)).toContainEqual([
      'config',
      'AW-123456789',
      expect.objectContaining({
        page_location: `${SHOP}/payment-success`,
        page_referrer: '',
      }),
    ]);

    await page.reload();
    await page.getByText('Order confirmed').waitFor();
    await page.getByText(session.slice(-8)).waitFor();
    await settle(page);
    expect(await question(page).count()).toBe(0);
    expect(await commands(page)).toEqual([]);
    expect(elsewhere).toHaveLength(1);
    const download = page.getByRole('link', { name: 'Go to your download' });
    expect(await download.getAttribute('href')).toBe(`/guide-download?session_id=${session}`);
  });

  test('is shown again to a parent who comes back to it', async () => {
    const { page } = await openBrowser();
    await open(page, 'cs_test_back');
    await answer(page, 'Yes, that’s fine');
    await expect.poll(() => page.url()).toBe(`${SHOP}/payment-success`);
    await page.goto(`${SHOP}/404`);
    await page.goBack();
    await page.getByText('Order confirmed').waitFor();
  });

  test('is told of without asking, after a yes to an earlier one', async () => {
    const { page, tag } = await openBrowser();
    await tellFirst(page, tag);
    await open(page, 'cs_test_second');
    await expect.poll(() => tag).toHaveLength(2);
    expect(tag[1]?.addressThen).toBe(`${SHOP}/payment-success`);
    expect(await question(page).count()).toBe(0);
    await open(page, 'cs_test_first');
    await settle(page);
    expect(tag).toHaveLength(2);
  });

  test('is told of no more once an earlier yes is taken back', async () => {
    const { page, tag } = await openBrowser();
    await tellFirst(page, tag);
    await open(page, 'cs_test_second');
    await answer(page, 'Stop telling it about new orders');
    await page.getByText('Thank you. We’ll remember that.').waitFor();
    await expect.poll(() => tag).toHaveLength(2);
    await open(page, 'cs_test_third');
    await settle(page);
    expect(tag).toHaveLength(2);
    expect(await page.getByText('Stop telling it about new orders').count()).toBe(0);
  });

  test('is not told of after a no, nor is any later one', async () => {
    const { page, elsewhere } = await openBrowser();
    await open(page, 'cs_test_first');
    await answer(page, 'No, thank you');
    await page.getByText('Thank you. We’ll remember that.').waitFor();
    for (const session of ['cs_test_first', 'cs_test_second']) {
      await open(page, session);
      await settle(page);
      expect(await question(page).count()).toBe(0);
    }
    expect(elsewhere).toEqual([]);
    expect(await commands(page)).toEqual([]);
  });

  test('is not told of, nor asked about, where the browser says no for its owner', async () => {
    const { page, elsewhere } = await openBrowser();
    await page.context().addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
      localStorage.setItem('ads-consent', 'granted');
    });
    await open(page, 'cs_test_first');
    await settle(page);
    expect(await question(page).count()).toBe(0);
    expect(elsewhere).toEqual([]);
  });

  test('is asked about so that the keyboard alone can answer', async () => {
    const { page, tag } = await openBrowser();
    await open(page, 'cs_test_first');
    await question(page).waitFor();
    await page.getByRole('main').getByRole('link', { name: '@' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => tag).toHaveLength(1);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Thank you. We’ll remember that.');
  });

  test.each([
    ['still processed', { status: 'pending', order: null }, 'still processing'],
    ['given back', { status: 'refunded', order: null }, 'This order was refunded'],
    ['not there', { status: 'unpaid', order: null }, 'We can’t see your order yet'],
  ])('is not asked about while it is %s', async (_how, json, words) => {
    const { page, elsewhere } = await openBrowser();
    await page.context().route('**/api/verify-payment', (route) => route.fulfill({ json }));
    await page
      .context()
      .route('**/api/orders?*', (route) => route.fulfill({ json: { order: null } }));
    await page.goto(`${SHOP}/payment-success?session_id=cs_test_first`);
    await page.getByText(words).waitFor();
    await settle(page);
    expect(await question(page).count()).toBe(0);
    expect(elsewhere).toEqual([]);
  });
});
