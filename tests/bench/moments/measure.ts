import type { Browser } from '@playwright/test';
import { buyAtOnce } from '../../e2e/stand-in.ts';
import { type Phone, now, withPhone } from './phone.ts';

/** Milliseconds of each moment, by its name. */
export type Moments = Readonly<Record<string, number>>;

const BUY = 'form[action="/api/create-payment"] button';
const PAYMENT_PAGE = /\/c\/pay\//;

/** When the finger moves: at once, while React wakes, once it is awake. */
const PRESSES = { press: 0, 'press at 400 ms': 400, 'press at 1.5 s': 1_500 } as const;

const press = async (
  { page, tap, seen }: Phone,
  site: string,
  name: keyof typeof PRESSES = 'press',
): Promise<Moments> => {
  await page.goto(site);
  await page.waitForTimeout(PRESSES[name]);
  const lifted = await tap(BUY);
  const left = await seen('sent', /\/api\/create-payment$/);
  const arrived = await seen('answered', PAYMENT_PAGE);
  return { [`${name} -> request`]: left - lifted, [`${name} -> payment page`]: arrived - lifted };
};

export const pressOnce = (browser: Browser, site: string): Promise<Moments> =>
  withPhone(browser, true, (phone) => press(phone, site));

const pressAtEach = async (browser: Browser, site: string): Promise<Moments> => {
  const taken: Moments[] = [];
  for (const name of Object.keys(PRESSES) as (keyof typeof PRESSES)[]) {
    taken.push(await withPhone(browser, true, (phone) => press(phone, site, name)));
  }
  return Object.assign({}, ...taken);
};

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

type Waited = { readonly read: number; readonly document: number; readonly call: number };

/** How long it took until the words were there, and what the document and the one call took of that. */
const waited = async ({ page }: Phone): Promise<Waited> => {
  await page.waitForFunction(() => performance.getEntriesByName('read').length > 0);
  return page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation');
    const call = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/api/verify-payment'));
    return {
      read: performance.getEntriesByName('read')[0]?.startTime ?? Number.NaN,
      document: document instanceof PerformanceNavigationTiming ? document.responseEnd : Number.NaN,
      call: call?.duration ?? Number.NaN,
    };
  });
};

const openFor = async (phone: Phone, address: string, words: string): Promise<Waited> => {
  await watchWords(phone, words);
  await phone.page.goto(address, { waitUntil: 'commit' });
  return waited(phone);
};

/** What each moment would take if nothing but its document and one call were needed. */
const floorOf = ({ document, call }: Waited): number => document + call;

/** The same for a phone that has been to the shop, and keeps what its pages share. */
const openWarm = (
  browser: Browser,
  site: string,
  address: string,
  words: string,
): Promise<Waited> =>
  withPhone(browser, true, async (phone) => {
    for (const path of ['/', '/guide-1']) {
      await phone.page.goto(site + path);
      await phone.page.waitForTimeout(PRESSES['press at 1.5 s']);
    }
    return openFor(phone, site + address, words);
  });

/** A parent reads what the page says before the finger moves. */
const read = ({ page }: Phone): Promise<void> => page.waitForTimeout(1_000);

/** All moments of one parent's purchase, each on a phone that comes for the first time. */
export const measureOnce = async (browser: Browser, site: string): Promise<Moments> => {
  const session = await buyAtOnce(site, 'individual_guide_6_10');
  const query = `?session_id=${session}`;
  const bought = await pressAtEach(browser, site);
  const plain = await withPhone(browser, false, (phone) => press(phone, site));
  const back = await withPhone(browser, true, (phone) =>
    openFor(phone, `${site}/payment-success${query}`, 'Order confirmed'),
  );
  const [ready, download] = await withPhone(browser, true, async (phone) => {
    const opened = await openFor(phone, `${site}/guide-download${query}`, 'Your Guide is Ready!');
    await read(phone);
    const saved = phone.page.waitForEvent('download');
    const lifted = await phone.tap('button:has-text("Download Your Guide")');
    const began = await phone.seen('answered', /\/api\/files\//);
    await saved;
    return [opened, { first: began - lifted, saved: now() - lifted }] as const;
  });
  const link = await withPhone(browser, true, async (phone) => {
    await phone.page.goto(`${site}/guide-download${query}`);
    const shown = phone.page.locator('a[href*="/api/files/"]').first();
    await shown.waitFor();
    await read(phone);
    // The browser tells of a link's download once its answer has begun.
    const begins = phone.page.waitForEvent('download').then(now);
    const lifted = await phone.tap('a[href*="/api/files/"]');
    return (await begins) - lifted;
  });
  return {
    ...bought,
    ...Object.fromEntries(Object.entries(plain).map(([name, ms]) => [`plain ${name}`, ms])),
    'return -> confirmed': back.read,
    'return -> confirmed, warm': (
      await openWarm(browser, site, `/payment-success${query}`, 'Order confirmed')
    ).read,
    'floor return -> confirmed': floorOf(back),
    'download page -> ready': ready.read,
    'download page -> ready, warm': (
      await openWarm(browser, site, `/guide-download${query}`, 'Your Guide is Ready!')
    ).read,
    'floor download page -> ready': floorOf(ready),
    'Download -> first byte': download.first,
    'plain Download -> first byte': link,
    'Download -> saved': download.saved,
  };
};
