import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, launchOptions } from '../browser.ts';
import { directivesOf, policyFaults } from '../headers.ts';
import { openParent } from './ads-parent.ts';

export const SETTING = 'AW-123456789/AbC-D_efG';
const TAG = 'https://www.googletagmanager.com';
const SESSION = 'cs_test_a1B2c3D4e5F6g7H8';

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
      const { page, tag, elsewhere, question, open, answer, commands } = await openParent(
        browser,
        site,
      );
      await open(SESSION);
      await question.waitFor();
      expect(elsewhere).toEqual([]);
      expect(await commands()).toEqual([]);

      await answer('Yes, that’s fine');
      const addressThen = `${site}/payment-success`;
      await expect
        .poll(() => tag)
        .toEqual([{ url: `${TAG}/gtag/js?id=AW-123456789`, addressThen, referer: undefined }]);
      const sent = await commands();
      const conversions = sent.filter(([, name]) => name === 'conversion');
      const [number] = JSON.stringify(conversions).match(/[\dA-F]{4}(-[\dA-F]{4}){2}/) ?? [];
      expect(conversions.map(([, , conversion]) => conversion)).toEqual([
        { send_to: SETTING, value: 8.99, currency: 'USD', transaction_id: number },
      ]);
      for (const group of number?.split('-') ?? []) {
        expect(SESSION.toUpperCase()).not.toContain(group);
      }
      const fetched = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(JSON.stringify([sent, fetched])).not.toContain(SESSION);
      const consent = { ad_storage: 'granted', ad_personalization: 'denied' };
      expect(sent).toContainEqual(['consent', 'default', expect.objectContaining(consent)]);
      const place = { page_location: addressThen, page_referrer: '' };
      expect(sent).toContainEqual(['config', 'AW-123456789', expect.objectContaining(place)]);

      await open(SESSION);
      expect(await question.count()).toBe(0);
      expect(await commands()).toEqual([]);
      expect(elsewhere).toHaveLength(1);
    });

    test('is reported without a question after a yes, until the yes is taken back', async () => {
      const { tag, elsewhere, question, open, answer } = await openParent(browser, site);
      await open('cs_test_first');
      await answer('Yes, that’s fine');
      await expect.poll(() => tag).toHaveLength(1);
      await open('cs_test_second');
      await expect.poll(() => tag).toHaveLength(2);
      expect(await question.count()).toBe(0);
      await answer('Stop telling it about new orders');
      for (const session of ['cs_test_first', 'cs_test_third']) await open(session);
      expect(elsewhere).toHaveLength(2);
    });

    test('is never reported after a no', async () => {
      const { elsewhere, question, open, answer } = await openParent(browser, site);
      await open('cs_test_first');
      await answer('No, thank you');
      for (const session of ['cs_test_first', 'cs_test_second']) await open(session);
      expect(await question.count()).toBe(0);
      expect(elsewhere).toEqual([]);
    });

    test.each([
      ['pending', 'still processing'],
      ['refunded', 'This order was refunded'],
      ['unpaid', 'We can’t see your order yet'],
    ])('is not asked about while it is %s', async (status, words) => {
      const { elsewhere, question, open } = await openParent(browser, site, status);
      await open('cs_test_first', words);
      expect(await question.count()).toBe(0);
      expect(elsewhere).toEqual([]);
    });
  });
};
