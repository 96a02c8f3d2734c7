import path from 'node:path';
import { chromium } from '@playwright/test';
import { debianBrowser } from '../../.config/browser.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { startShop } from '../project.ts';
import { claim, median, optionsOf, printTable, ratio, say, spread } from './figures.ts';
import { type Moments, measureOnce, pressOnce } from './moments/measure.ts';
import { ROUND_TRIP_MS } from './moments/phone.ts';
import { serveSinglePage } from './moments/single-page.ts';

/**
 * `npm run bench -- moments`: how long a parent waits at the moments that decide, on a slow phone that comes for the
 * first time, over `npm start`. Beside each: the plain form or link, and what its document and one call take; and a
 * press on the same home page as a single-page app.
 * `--beside=<folder>` measures another checkout of the shop too, turn by turn.
 */
const { rounds, beside } = optionsOf({ rounds: '5', beside: '' });

const folders = [ROOT, ...(beside ? [path.resolve(beside)] : [])];
const PORT = 8_620;
const PORTS_OF_A_SHOP = 3;
const shops = [];
for (const [index, folder] of folders.entries()) {
  shops.push(await startShop(folder, PORT + index * PORTS_OF_A_SHOP));
}
const single = await serveSinglePage(shops[0]?.site ?? '');
const executablePath = debianBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});

const taken: Moments[][] = shops.map(() => []);
const ofSingle: Moments[] = [];
try {
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [index, { site }] of shops.entries()) {
      taken[index]?.push(await measureOnce(browser, site));
    }
    ofSingle.push(await pressOnce(browser, single.site));
  }
} finally {
  await browser.close();
  await single.close();
  for (const { stop } of shops) await stop();
}

const of = (moments: readonly Moments[], name: string): number[] =>
  moments.map((one) => one[name] ?? Number.NaN);
const [here = [], there] = taken;
const names = Object.keys(here[0] ?? {});
const rowOf = (name: string): string[] => {
  const row = [name, spread(of(here, name))];
  if (!there) return row;
  return row.concat(
    spread(of(there, name)),
    ratio(median(of(here, name)), median(of(there, name))),
  );
};
printTable([['ms', 'here', ...(there ? ['beside', 'ratio'] : [])], ...names.map(rowOf)]);
say('\n');

say('as a single-page app\n');
printTable(Object.keys(ofSingle[0] ?? {}).map((name) => [name, spread(of(ofSingle, name))]));
say('\n');

const middle = (name: string, moments: readonly Moments[] = here): number =>
  median(of(moments, name));
/** Claims that a moment takes at most so many times another, and so many milliseconds more. */
const within = (name: string, base: string, times: number, more: number, by = here): void => {
  const [took, most] = [middle(name), times * middle(base, by) + more];
  const against = by === here ? `"${base}"` : 'beside';
  claim(took <= most, `${name}: ${took.toFixed(0)} ms, at most ${times} x ${against} + ${more} ms`);
};
for (const step of ['request', 'payment page']) {
  within(`press -> ${step}`, `plain press -> ${step}`, 1.1, 60);
  within(`press at 1.5 s -> ${step}`, `plain press -> ${step}`, 1.1, 60);
  within(`press at 400 ms -> ${step}`, `plain press -> ${step}`, 1, 350);
}
within('Download -> first byte', 'plain Download -> first byte', 1, ROUND_TRIP_MS);
if (there) {
  for (const name of ['return -> confirmed', 'download page -> ready']) {
    within(name, name, 1.25, 0, there);
    within(`${name}, warm`, `${name}, warm`, 1.6, 0, there);
  }
  within('Download -> saved', 'Download -> saved', 1.1, 60, there);
}
