import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { ACTIVE, CONTENT_PAGES, GUIDES, menuName, productOf } from '../../catalogue.ts';
import type { BrowserPage } from './page.ts';
import { download, pay, untilPaymentPage } from './purchase.ts';

type Shop = {
  readonly site: string;
  /** How Stripe's API fails; {} is back to normal. */
  readonly setFaults: (faults: object) => Promise<unknown>;
};

type Walk = (page: BrowserPage, shop: Shop) => Promise<void>;

const PHONE = [375, 812] as const;
const COMPUTER = [1280, 900] as const;
const ESCAPE = '\uE00C';
const BUY = 'form[data-buy] button';

const openOn = async (
  page: BrowserPage,
  [width, height]: readonly [number, number],
  url: string,
): Promise<void> => {
  await page.resize(width, height);
  await page.open(url);
  expect(await page.evaluate('innerWidth')).toBe(width);
};

const buyBundleOnPhone: Walk = async (page, { site }) => {
  await openOn(page, PHONE, site);
  await page.click('form[data-buy=bundle] button');
  await pay(page);
  const names = ACTIVE.map(({ file_name: fileName }) => fileName);
  await download(page, names);
};

const buyGuideOnComputer: Walk = async (page, { site }) => {
  await openOn(page, COMPUTER, site);
  await page.click('main a[href="/guide-1"]');
  await page.untilAt('/guide-1');
  const tabs = await page.tabs();
  await page.click(BUY);
  await page.enterNewTab(tabs);
  await pay(page);
  await download(page, [productOf('guide-1').file_name]);
};

const pressFirst: Walk = async (page, { site }) => {
  await openOn(page, COMPUTER, site);
  const tabs = await page.tabs();
  await page.click(BUY);
  await page.enterNewTab(tabs);
  await untilPaymentPage(page);
  expect(await page.tabs()).toHaveLength(2);
  await page.enter(tabs[0] ?? '');
  await page.untilToast('in a new tab');
  expect(await page.evaluate('location.pathname')).toBe('/');
};

const failToBuy: Walk = async (page, { site, setFaults }) => {
  for (const screen of [PHONE, COMPUTER]) {
    await setFaults({ api: { status: 500, times: 10 } });
    await openOn(page, screen, `${site}/guide-1`);
    const tabs = await page.tabs();
    await page.click(BUY);
    await page.untilToast('Payment error');
    await page.until(`!document.querySelector('${BUY}').disabled`);
    await page.untilTabs(tabs);
    await setFaults({});
    await page.click(BUY);
    if (screen === COMPUTER) await page.enterNewTab(tabs);
    await untilPaymentPage(page);
  }
};

/** A little longer than src/components/Accordion.astro holds a question. */
const HELD_MS = 500;

const readAnswers: Walk = async (page, { site }) => {
  await openOn(page, PHONE, `${site}/faqs`);
  for (const place of [2, 4]) {
    const question = `main details:nth-of-type(${place})`;
    await page.click(`${question} > summary`);
    await page.until(`document.querySelector('${question} > .prose').offsetHeight > 20`);
    await page.until(`document.querySelectorAll('main details[open]').length === 1`);
    // It is held where it is for a moment, whatever else would scroll the page.
    await setTimeout(HELD_MS);
  }
};

const useMenus: Walk = async (page, { site }) => {
  const isOpen = `document.querySelector('header details[open] a')?.checkVisibility()`;
  for (const [screen, label] of [
    [PHONE, 'Menu'],
    [COMPUTER, 'Guides'],
  ] as const) {
    const open = async (): Promise<void> => {
      await page.click('header summary', label);
      await page.until(isOpen);
    };
    await openOn(page, screen, `${site}/about`);
    await open();
    await page.type(ESCAPE);
    await page.until(`!${isOpen}`);
    await open();
    await page.click('main h1');
    await page.until(`!${isOpen}`);
    for (const guide of GUIDES.slice(0, 2)) {
      await open();
      await page.click('header details[open] a', menuName(guide));
      await page.untilAt(guide.path);
    }
  }
};

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

/** What a parent does in the shop. */
export const WALKS: Readonly<Record<string, Walk>> = {
  'a parent on a phone buys the bundle on the home page and holds its files': buyBundleOnPhone,
  'a parent on a computer finds a guide, buys it in a new tab and holds it': buyGuideOnComputer,
  'the first press on a computer opens the payment page in a new tab': pressFirst,
  'a checkout that fails is told, and the next press works': failToBuy,
  'a question opens, and the one before it closes': readAnswers,
  'the menus open, close, and lead to their pages': useMenus,
  'links in a text are underlined': lookAtLinks,
};
