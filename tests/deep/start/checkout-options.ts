import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, launchOptions } from '../../browser.ts';
import { buy } from '../../buyer.ts';
import { centsOf, dollars, priceOf } from '../../catalogue.ts';
import { FIRST } from './edited.ts';

export const testCheckoutOptions = (site: string) => {
  const price = priceOf(FIRST.product);
  const discount = dollars(Math.round(centsOf(FIRST.product) / 4));

  describe('the checkout', inBrowser, () => {
    let browser: Browser;
    beforeAll(async () => void (browser = await chromium.launch(launchOptions)));
    afterAll(() => browser.close());

    test('takes a link’s code off until the parent removes it', async () => {
      // On a phone, which opens the payment page in the same tab.
      const page = await browser.newPage({ viewport: { width: 375, height: 740 } });
      await page.goto(`${site}/about?code=SPRING`);
      await page.getByText('Code SPRING is saved for checkout.').waitFor();
      expect(page.url()).toBe(`${site}/about`);
      await page.goto(site + FIRST.path);
      await page.getByText('tax included').first().waitFor();
      await page.getByText('Code SPRING is saved for checkout.').waitFor();
      await page.getByRole('button', { name: `Buy Guide ${FIRST.number}` }).click();
      await page.getByText(`${price}, with ${discount} off`).waitFor();
      await page.getByRole('button', { name: 'Use 4242' }).click();
      await page.getByText('Order confirmed').waitFor();

      await page.goto(site + FIRST.path);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('is saved for checkout').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: `Buy Guide ${FIRST.number}` }).click();
      await page.getByRole('button', { name: `Pay ${price}` }).waitFor();
      expect(await page.getByText(/ off$/).count()).toBe(0);
    });

    test('lets a parent withdraw in two steps', async () => {
      const page = await browser.newPage({ viewport: { width: 375, height: 740 } });
      const sessionId = await buy(site, FIRST.product);
      await page.goto(`${site}/guide-download?session_id=${sessionId}`);
      await page.getByRole('link', { name: 'Withdraw from this purchase' }).click();
      await page.getByText('Your money goes back the way you paid').waitFor();
      await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
      await page.getByRole('heading', { name: 'You’ve withdrawn' }).waitFor();
      expect(await page.getByRole('status').textContent()).toContain('You withdrew');
    });
  });
};
