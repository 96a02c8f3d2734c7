import { expect } from 'vitest';
import type { BrowserPage } from './page.ts';

const CARD = {
  email: 'a@example.com',
  number: '4242424242424242',
  expiry: '12/34',
  cvc: '123',
};

export const untilPaymentPage = ({ until }: BrowserPage): Promise<true> =>
  until(`location.pathname.startsWith('/c/pay/') && document.readyState === 'complete'`);

/** From the stand-in's payment page to the one that a buyer comes back to. */
export const pay = async (page: BrowserPage): Promise<void> => {
  await untilPaymentPage(page);
  for (const [name, text] of Object.entries(CARD)) {
    await page.click(`[name=${name}]`);
    await page.type(text);
  }
  await page.click('button.main');
  await page.until(`document.body.innerText.includes('Order confirmed')`);
};

/** From there to the files on the parent's disk, which must be the very bytes of the shop. */
export const download = async (page: BrowserPage, fileNames: readonly string[]): Promise<void> => {
  await page.click('a[href^="/guide-download"]');
  await page.until(`document.querySelectorAll('main ul a').length >= ${fileNames.length}`);
  const links = (await page.evaluate(
    `[...document.querySelectorAll('main ul a')].map((link) => [link.textContent, link.href])`,
  )) as [string, string][];
  await page.click('main button');
  await page.untilToast(`${fileNames.length} file(s)`);
  for (const fileName of fileNames) {
    const [, link = ''] = links.find(([words]) => words.includes(fileName)) ?? [];
    const served = Buffer.from(await (await fetch(link)).arrayBuffer());
    await expect.poll(() => page.saved(fileName).equals(served)).toBe(true);
  }
};
