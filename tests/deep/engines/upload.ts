import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { PRODUCTS, productOf } from '../../catalogue.ts';
import { makePdf } from '../../shop/pdfs.ts';
import { COMPUTER, ENTER, type Walk, openOn } from './walk.ts';

const GUIDE = productOf('guide-1');

const has = (selector: string, words: string): string =>
  `document.querySelector('${selector}')?.innerText.includes(${JSON.stringify(words)})`;

const POLICY = 'document.querySelector("meta[http-equiv=content-security-policy]").content';

/** Notes which of its rules are broken from now on: WebKit tells nobody else. */
const WATCH_POLICY = `(() => {
  window.broken = [];
  addEventListener('securitypolicyviolation', (event) => window.broken.push(event.effectiveDirective));
})()`;

export const publishGuide: Walk = async (page, { site, ownerPassword, stored }) => {
  const choose = (fileName: string, bytes: Uint8Array | string): Promise<unknown> => {
    const file = path.join(page.downloads, fileName);
    writeFileSync(file, bytes);
    return page.choose('input[type=file]', file);
  };
  await openOn(page, COMPUTER, `${site}/admin-upload`);
  await page.until(`document.querySelector('input[type=password]')`);
  await page.click('input[type=password]');
  await page.type(ownerPassword);
  await page.press(ENTER);
  await page.until(`document.querySelectorAll('[data-product]').length === ${PRODUCTS.length}`);
  expect(await page.evaluate(POLICY)).toContain("default-src 'none'");
  await page.evaluate(WATCH_POLICY);

  await choose('letter.pdf', 'Dear parents,');
  await page.until(has('[data-upload=refused]', 'letter.pdf can’t be used'));
  await page.untilToast('Please upload a PDF file.');

  const before = stored(GUIDE.file_name);
  const guide = Buffer.from(await makePdf({ title: randomUUID(), pages: 2 }));
  await choose(GUIDE.file_name, guide);
  await page.until(has('[data-upload=ready] dl', 'Pages\n2'));
  await page.until(`document.querySelector('[data-preview=drawn]')`);
  await page.click('[data-upload=ready] button', 'Upload');
  await page.untilToast('Upload successful');
  await page.until(has(`[data-product=${GUIDE.id}]`, `uploaded as ${GUIDE.file_name}`));
  const isThere = (bytes: Buffer) => bytes.subarray(0, guide.length).equals(guide);
  expect([before, stored(GUIDE.file_name)].map(isThere)).toEqual([false, true]);
  expect(await page.evaluate('window.broken')).toEqual([]);
};
