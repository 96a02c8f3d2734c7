import { type Browser, type Page, expect, test } from '@playwright/test';
import { scriptsRun } from './parent.ts';
import { CALLS } from './spec/calls.ts';
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
  ...CALLS,
  ...ERRORS,
];

/** The pages that rows share, as long as none of them fails. */
const pages = new Map<Scene, Page>();
test.afterAll(() => Promise.all([...pages.values()].map((page) => page.context().close())));

const open = async (scene: Scene, browser: Browser): Promise<Page> => {
  const context = await browser.newContext(scene.device);
  const page = await context.newPage();
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
  });
}

test('no row says what another says, and every section that a browser can see has rows', () => {
  expect(new Set(ROWS.map(({ says }) => says)).size).toBe(ROWS.length);
  const sections = new Set(ROWS.map(({ section }) => section));
  expect([...sections].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
