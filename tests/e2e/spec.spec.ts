import { type Browser, type BrowserContext, type Page, test } from '@playwright/test';
import { scriptsRun } from './parent.ts';
import { CHECKOUT } from './spec/checkout.ts';
import { DOWNLOADS } from './spec/download.ts';
import { ERRORS } from './spec/errors.ts';
import { GUIDE_ROWS } from './spec/guides.ts';
import { HEADER } from './spec/header.ts';
import { HOME_ROWS } from './spec/home.ts';
import { PAGES } from './spec/pages.ts';
import { PAYMENT } from './spec/payment.ts';
import type { Row, Scene } from './spec/row.ts';

/** All that the specification says and a browser can see, one row each. */
const ROWS: readonly Row[] = [
  ...HEADER,
  ...HOME_ROWS,
  ...GUIDE_ROWS,
  ...CHECKOUT,
  ...PAYMENT,
  ...DOWNLOADS,
  ...PAGES,
  ...ERRORS,
];

/** The pages that rows share, as long as none of them fails. */
const pages = new Map<Scene, Page>();
/** One for all scenes without a device of their own, which saves each the scripts of the one before. */
let shared: BrowserContext | undefined;

const open = async (scene: Scene, browser: Browser): Promise<Page> => {
  const own = scene.device && (await browser.newContext(scene.device));
  shared ??= await browser.newContext();
  const page = await (own ?? shared).newPage();
  await scene.before?.(page);
  await page.goto(scene.path);
  await scriptsRun(page);
  return page;
};

for (const [index, { section, says, at, check }] of ROWS.entries()) {
  test(`row ${index + 1}, section ${section}: ${says}`, async ({ browser }) => {
    const page = pages.get(at) ?? (await open(at, browser));
    pages.set(at, page);
    await check(page);
    const isShared = ROWS.slice(index + 1).some((row) => row.at === at);
    if (!isShared) await page.close();
  });
}
