import { expect } from 'vitest';
import { BUNDLED, CONTENT_PAGES, productOf } from '../../catalogue.ts';
import { withoutLine } from '../../project.ts';
import type { BrowserPage } from './page.ts';

type Shop = {
  readonly site: string;
  /** The bytes of a guide that buyers get now. */
  readonly stored: (fileName: string) => Buffer;
};

type Walk = (page: BrowserPage, shop: Shop) => Promise<void>;

const PHONE = [375, 812] as const;
const COMPUTER = [1280, 900] as const;
const CARD = { email: 'a@example.com', number: '4242424242424242', expiry: '12/34', cvc: '123' };
const FILE_LINKS = 'main ul a';

const openOn = async (
  page: BrowserPage,
  [width, height]: readonly [number, number],
  url: string,
): Promise<void> => {
  await page.resize(width, height);
  await page.open(url);
  expect(await page.evaluate('innerWidth')).toBe(width);
};

/** All islands but those that wait to be seen. */
const untilAwake = ({ until }: BrowserPage): Promise<true> =>
  until(`!document.querySelector('astro-island[ssr]:not([client=visible])')`);

/** From the payment page to the files, saved by the button for all of them and by a link. */
const payAndSave = async (
  page: BrowserPage,
  { stored }: Shop,
  fileNames: readonly string[],
  linked = fileNames[0] ?? '',
): Promise<void> => {
  await page.until(`location.pathname.startsWith('/c/pay/') && document.readyState === 'complete'`);
  for (const [name, text] of Object.entries(CARD)) {
    await page.click(`[name=${name}]`);
    await page.type(text);
  }
  await page.click('button.main');
  await page.until(`document.body.innerText.includes('Order confirmed')`);
  await page.click('a[href^="/guide-download"]');
  await page.until(`document.querySelector('${FILE_LINKS}')`);
  const take = (fileName: string): Promise<void> =>
    page.takeSaved(fileName, (bytes) => withoutLine(bytes).equals(stored(fileName)));
  await page.click('main button');
  await page.untilToast(`${fileNames.length} file(s)`);
  for (const fileName of fileNames) await take(fileName);
  await page.click(FILE_LINKS, linked);
  await take(linked);
};

const buyBundleOnPhone: Walk = async (page, shop) => {
  await openOn(page, PHONE, shop.site);
  await untilAwake(page);
  await page.click('form:has([value=bundle]) button');
  await payAndSave(page, shop, BUNDLED, productOf('bundle').file_name);
};

const buyGuideOnComputer: Walk = async (page, shop) => {
  await openOn(page, COMPUTER, `${shop.site}/guide-1`);
  await untilAwake(page);
  const tabs = await page.tabs();
  await page.click('form[action="/api/create-payment"] button');
  await page.enterNewTab(tabs);
  await payAndSave(page, shop, [productOf('guide-1').file_name]);
};

/** A wrong shorthand in the styles once hid them in WebKit alone. */
const lookAtLinks: Walk = async (page, { site }) => {
  for (const path of CONTENT_PAGES) {
    await openOn(page, PHONE, site + path);
    const lines = await page.evaluate(
      `[...document.querySelectorAll('a.link, .prose a, p a:not([class*=button])')]
        .map((link) => getComputedStyle(link).textDecorationLine)`,
    );
    expect(new Set(lines as string[]), path).toEqual(new Set(['underline']));
  }
};

export const WALKS: Readonly<Record<string, Walk>> = {
  'a parent on a phone buys the bundle on the home page and holds its files': buyBundleOnPhone,
  'a parent on a computer buys a guide in a new tab and holds it': buyGuideOnComputer,
  'links in a text are underlined': lookAtLinks,
};
