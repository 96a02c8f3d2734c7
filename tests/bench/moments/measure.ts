import type { Browser } from '@playwright/test';
import { buyAtOnce } from '../../e2e/stand-in.ts';
import { type Phone, now, withPhone } from './phone.ts';

/** Milliseconds that a parent waits, and what the plainest way to the same takes. */
export type Moment = { readonly ms: number; readonly base: number };

const BUY = 'form[action="/api/create-payment"] button';
const DOWNLOAD = 'button:has-text("Download Your Guide")';
const FILE_LINK = 'a[href*="/api/files/"]';

/** When React is awake. */
const AWAKE_AFTER_MS = 1_500;
/** A parent reads what the page says before the finger moves. */
const READING_MS = 1_000;

const press = (
  browser: Browser,
  site: string,
  { scripts = true, afterMs = 0 } = {},
): Promise<number> =>
  withPhone(browser, scripts, async ({ page, tap, answered }) => {
    await page.goto(site);
    await page.waitForTimeout(afterMs);
    const lifted = await tap(BUY);
    return (await answered(/\/c\/pay\//)) - lifted;
  });

/** Tells, by the page's own clock, when words can be read for the first time. */
const watchWords = ({ page }: Phone, words: string): Promise<unknown> =>
  page.addInitScript((said) => {
    const look = (): void => {
      if (performance.getEntriesByName('read').length > 0) return;
      // Nothing that would make the browser lay the page out.
      const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { textContent, parentElement } = texts.currentNode;
        const isSaid = textContent?.includes(said) && !parentElement?.closest('[hidden], script');
        if (isSaid) return void performance.mark('read');
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  }, words);

/** Until the words are there, beside what the document and the one call take of that. */
const open = (
  browser: Browser,
  address: string,
  words: string,
  visitedBefore: readonly string[] = [],
): Promise<Moment> =>
  withPhone(browser, true, async (phone) => {
    const { page } = phone;
    for (const visited of visitedBefore) {
      await page.goto(visited);
      await page.waitForTimeout(AWAKE_AFTER_MS);
    }
    await watchWords(phone, words);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('read').length > 0);
    return page.evaluate(() => {
      const [read] = performance.getEntriesByName('read');
      const [document] = performance.getEntriesByType('navigation');
      const call = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.endsWith('/api/verify-payment'));
      const end = document instanceof PerformanceNavigationTiming ? document.responseEnd : 0;
      return { ms: read?.startTime ?? Number.NaN, base: end + (call?.duration ?? Number.NaN) };
    });
  });

const save = (
  browser: Browser,
  address: string,
  target: string,
): Promise<{ began: number; saved: number }> =>
  withPhone(browser, true, async ({ page, tap, answered }) => {
    await page.goto(address);
    await page.locator(target).first().waitFor();
    await page.waitForTimeout(READING_MS);
    const saved = page.waitForEvent('download').then(now);
    const lifted = await tap(target);
    // The browser tells of a link's download once its answer has begun.
    const began = await Promise.race([answered(/\/api\/files\//), saved]);
    return { began: began - lifted, saved: (await saved) - lifted };
  });

/** All moments of one parent's purchase, each on a phone that comes for the first time. */
export const measureOnce = async (
  browser: Browser,
  site: string,
): Promise<Readonly<Record<string, Moment>>> => {
  const query = `?session_id=${await buyAtOnce(site, 'individual_guide_6_10')}`;
  const back = [`${site}/payment-success${query}`, 'Order confirmed'] as const;
  const ready = [`${site}/guide-download${query}`, 'Your Guide is Ready!'] as const;
  const visited = [site, `${site}/guide-1`];
  const plain = await press(browser, site, { scripts: false });
  const link = await save(browser, ready[0], FILE_LINK);
  const button = await save(browser, ready[0], DOWNLOAD);
  return {
    'press -> payment page': { ms: await press(browser, site), base: plain },
    '400 ms after load': { ms: await press(browser, site, { afterMs: 400 }), base: plain },
    'once React is awake': {
      ms: await press(browser, site, { afterMs: AWAKE_AFTER_MS }),
      base: plain,
    },
    'return -> confirmed': await open(browser, ...back),
    'return -> confirmed, warm': await open(browser, ...back, visited),
    'download page -> ready': await open(browser, ...ready),
    'download page -> ready, warm': await open(browser, ...ready, visited),
    'Download -> first byte': { ms: button.began, base: link.began },
    'Download -> saved': { ms: button.saved, base: link.began },
  };
};
