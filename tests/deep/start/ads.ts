import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { inBrowser } from '../../browser.ts';
import { ORDERS, productOf } from '../../catalog.ts';
import { orderFor } from '../../e2e/answers.ts';
import { directivesOf, policyFaults } from '../../headers.ts';
import { newPage } from './npm-start.ts';

export const SETTING = 'AW-123456789/AbC-D_efG';
const { product_type: productType } = productOf('guide-1');
const TAG = 'https://www.googletagmanager.com';

/** Waits for a page to finish with its order, whose number is a digest. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** A new browser. Every session is paid, except those with another status in their name. */
const openParent = async (site: string) => {
  const page = await newPage();
  await page.route('**/api/verify-payment', (route) => {
    const { sessionId } = route.request().postDataJSON();
    const [, status] = /_(pending|refunded|unpaid)$/.exec(sessionId) ?? [];
    const order = { ...orderFor(productType), stripe_session_id: sessionId };
    const json = status ? { status, order: null } : { status: 'paid', order };
    return route.fulfill({ json });
  });
  /** The requests for anything but the shop, such as the ad service's tag. It gets an empty script. */
  const elsewhere: { url: string; addressThen: string; referer: string | undefined }[] = [];
  const isElsewhere = ({ origin }: URL): boolean => origin !== site;
  await page.route(isElsewhere, async (route) => {
    const request = route.request();
    const { referer } = await request.allHeaders();
    elsewhere.push({ url: request.url(), addressThen: request.frame().url(), referer });
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return {
    page,
    elsewhere,
    question: page.getByText('May we tell our ad service'),
    /** Opens the page of an order, and waits for its question and its requests. */
    open: async (session: string, words = 'Order confirmed'): Promise<void> => {
      await page.goto(`${site}/payment-success?session_id=${session}`);
      await page.getByText(words).waitFor();
      await settle(page);
    },
    answer: async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).click();
      await page.getByText('Thank you. We’ll remember that.').waitFor();
    },
    /** The commands in the tag's queue. */
    commands: (): Promise<unknown[][]> =>
      page.evaluate(() =>
        (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)),
      ),
  };
};

export const testAds = (site: string) => {
  const policyOf = async (pathname: string) => {
    const html = await (await fetch(site + pathname)).text();
    const [, policy = ''] = /content-security-policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policyFaults(policy.replaceAll(/http:\/\/localhost:\d+/g, '')), pathname).toEqual([]);
    return directivesOf(policy);
  };

  test('the policy of one page allows the hosts that Google asks for, and no others', async () => {
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

  test(
    'an order that is paid is reported after a yes, once, by an order number and from a clean address, and none after a no',
    inBrowser,
    async () => {
      const session = 'cs_test_a1B2c3D4e5F6g7H8';
      const { page, elsewhere, question, open, answer, commands } = await openParent(site);
      await open('cs_test_pending', ORDERS.pending.text);
      await open('cs_test_refunded', ORDERS.refunded.heading);
      await open('cs_test_unpaid', ORDERS.notSeen.text);
      expect(await question.count()).toBe(0);
      await open(session);
      await question.waitFor();
      expect([elsewhere, await commands()]).toEqual([[], []]);
      await answer('No, thank you');
      await open(session);
      expect(await question.count()).toBe(0);

      // As if on another device.
      await page.evaluate(() => localStorage.clear());
      await open(session);
      await answer('Yes, that’s fine');
      const addressThen = `${site}/payment-success`;
      const url = `${TAG}/gtag/js?id=AW-123456789`;
      await expect.poll(() => elsewhere).toEqual([{ url, addressThen, referer: undefined }]);
      const consent = { ad_storage: 'granted', ad_personalization: 'denied' };
      const place = { page_location: addressThen, page_referrer: '', send_page_view: false };
      const order = { value: 8.99, currency: 'USD', transaction_id: '1B19-E30D-4012' };
      const sent = await commands();
      expect(sent).toEqual([
        ['js', expect.anything()],
        ['consent', 'default', expect.objectContaining(consent)],
        ['config', 'AW-123456789', expect.objectContaining(place)],
        ['event', 'conversion', { send_to: SETTING, ...order }],
      ]);
      const fetched = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(JSON.stringify([sent, fetched])).not.toContain(session);

      await open(session);
      expect(await commands()).toEqual([]);
      await open('cs_test_second');
      await expect.poll(() => elsewhere).toHaveLength(2);
      expect(await question.count()).toBe(0);
      await answer('Stop telling it about new orders');
      for (const later of [session, 'cs_test_third']) await open(later);
      expect(elsewhere).toHaveLength(2);
    },
  );
};
