import { withoutLine } from '../../project.ts';
import type { BrowserPage } from './page.ts';

const FILE_LINKS = 'main ul a';

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

/** Of a guide, by the name of its file. */
type Stored = (fileName: string) => Buffer;

export const openDownloads = async (page: BrowserPage): Promise<void> => {
  await page.click('a[href^="/guide-download"]');
  await page.until(`document.querySelector('${FILE_LINKS}')`);
};

const takeFile = (page: BrowserPage, stored: Stored, fileName: string): Promise<void> =>
  page.takeSaved(fileName, (bytes) => withoutLine(bytes).equals(stored(fileName)));

/** Saves all files by the one button for them. */
export const saveByButton = async (
  page: BrowserPage,
  stored: Stored,
  fileNames: readonly string[],
): Promise<void> => {
  await page.click('main button');
  await page.untilToast(`${fileNames.length} file(s)`);
  for (const fileName of fileNames) await takeFile(page, stored, fileName);
};

export const saveByLink = async (
  page: BrowserPage,
  stored: Stored,
  fileName: string,
): Promise<void> => {
  await page.click(FILE_LINKS, fileName);
  await takeFile(page, stored, fileName);
};
