import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, launchOptions } from '../browser.ts';
import { directivesOf, policyFaults } from '../headers.ts';
import { expectNothing, openParent } from './ads-parent.ts';

export const SETTING = 'AW-123456789/AbC-D_efG';
const TAG = 'https://www.googletagmanager.com';
const YES = 'Yes, that’s fine';

/** What is true of the orders of a shop that was started with an ad service. */
export const testAds = (site: string) => {
  const policyOf = async (pathname: string) => {
    const html = await (await fetch(site + pathname)).text();
    const [, policy = ''] = /content-security-policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policyFaults(policy.replaceAll(/http:\/\/localhost:\d+/g, '')), pathname).toEqual([]);
    return directivesOf(policy);
  };

  test('the policy of one page lets in what Google asks for, and no more', async () => {
    const allowed = await policyOf('/payment-success');
    expect(allowed.get('script-src')).toEqual(expect.arrayContaining(["'self'", TAG]));
    expect(allowed.get('frame-src')).toEqual([TAG]);
    for (const name of ['connect-src', 'img-src']) {
      expect(allowed.get(name), name).toContain('https://www.googleadservices.com');
    }
    for (const at of ['/', '/guide-download', '/404']) {
      expect(JSON.stringify([...(await policyOf(at))]), at).not.toMatch(/google|doubleclick/);
    }
  });

  describe('an order', inBrowser, () => {
    let browser: Browser;
    beforeAll(async () => void (browser = await chromium.launch(launchOptions)));
    afterAll(() => browser.close());

    test('is reported after a yes, once, by an order number and from a clean address', async () => {
      const parent = await openParent(browser, site);
      const { page, tag, elsewhere, commands } = parent;
      const session = 'cs_test_a1B2c3D4e5F6g7H8';
      await parent.open(session);
      await parent.question.waitFor();
      expect(elsewhere).toEqual([]);
      expect(await commands()).toEqual([]);

      await parent.answer(YES);
      await expect.poll(() => tag).toHaveLength(1);
      expect(tag).toEqual([
        {
          url: `${TAG}/gtag/js?id=AW-123456789`,
          addressThen: `${site}/payment-success`,
          referer: undefined,
        },
      ]);
      const sent = await commands();
      const conversions = sent.filter(([, name]) => name === 'conversion');
      const [number] = JSON.stringify(conversions).match(/[\dA-F]{4}(-[\dA-F]{4}){2}/) ?? [];
      expect(conversions.map(([, , conversion]) => conversion)).toEqual([
        { send_to: SETTING, value: 8.99, currency: 'USD', transaction_id: number },
      ]);
      for (const group of number?.split('-') ?? []) {
        expect(session.toUpperCase()).not.toContain(group);
      }
      const fetched = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(JSON.stringify([sent, fetched])).not.toContain(session);
      const consent = { ad_storage: 'granted', ad_personalization: 'denied' };
      expect(sent).toContainEqual(['consent', 'default', expect.objectContaining(consent)]);
      const place = { page_location: `${site}/payment-success`, page_referrer: '' };
      expect(sent).toContainEqual(['config', 'AW-123456789', expect.objectContaining(place)]);

      await page.reload();
      await page.getByText(session.slice(-8)).waitFor();
      await parent.open(session);
      expect(await parent.question.count()).toBe(0);
      expect(await commands()).toEqual([]);
      expect(elsewhere).toHaveLength(1);
      const download = page.getByRole('link', { name: 'Go to your download' });
      expect(await download.getAttribute('href')).toBe(`/guide-download?session_id=${session}`);
      await page.goto(`${site}/404`);
      await page.goBack();
      await page.getByText('Order confirmed').waitFor();
    });

    test('is reported without a question after a yes, until the yes is taken back', async () => {
      const parent = await openParent(browser, site);
      const { page, tag } = parent;
      await parent.open('cs_test_first');
      await parent.answer(YES);
      await expect.poll(() => tag).toHaveLength(1);
      await parent.open('cs_test_second');
      await expect.poll(() => tag).toHaveLength(2);
      expect(tag[1]?.addressThen).toBe(`${site}/payment-success`);
      expect(await parent.question.count()).toBe(0);
      await parent.answer('Stop telling it about new orders');
      for (const session of ['cs_test_first', 'cs_test_third']) await parent.open(session);
      expect(tag).toHaveLength(2);
      expect(await page.getByText('Stop telling it about new orders').count()).toBe(0);
    });

    test('is never reported after a no', async () => {
      const parent = await openParent(browser, site);
      await parent.open('cs_test_first');
      await parent.answer('No, thank you');
      for (const session of ['cs_test_first', 'cs_test_second']) {
        await parent.open(session);
        await expectNothing(parent);
      }
      expect(await parent.commands()).toEqual([]);
    });

    test('is not asked about where the browser says no for its owner', async () => {
      const parent = await openParent(browser, site);
      await parent.context.addInitScript(() => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
        localStorage.setItem('ads-consent', 'granted');
      });
      await parent.open('cs_test_first');
      await expectNothing(parent);
    });

    test('is asked about so that the keyboard alone can answer', async () => {
      const parent = await openParent(browser, site);
      const { page, tag } = parent;
      await parent.open('cs_test_first');
      await page.getByRole('main').getByRole('link').last().focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => tag).toHaveLength(1);
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe('Thank you. We’ll remember that.');
    });

    test.each([
      ['still processed', 'pending', 'still processing'],
      ['given back', 'refunded', 'This order was refunded'],
      ['not there', 'unpaid', 'We can’t see your order yet'],
    ])('is not asked about while it is %s', async (_how, status, words) => {
      const parent = await openParent(browser, site, { status, order: null });
      await parent.open('cs_test_first', words);
      await expectNothing(parent);
    });
  });
};
