import path from 'node:path';
import { chromium } from '@playwright/test';
import { debianBrowser } from '../../.config/browser.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { startShop } from '../project.ts';
import { claim, median, optionsOf, printTable, ratio, spread } from './figures.ts';
import { type Moment, measureOnce } from './moments/measure.ts';
import { ROUND_TRIP_MS } from './moments/phone.ts';

/**
 * `npm run bench -- moments`: how long a parent waits at the moments that decide, on a slow phone that comes for the
 * first time, over `npm start`. Beside each: the plain form or link, or what its document and one call take.
 * `--beside=<folder>` measures another checkout of the shop too, turn by turn.
 */
const { rounds, beside } = optionsOf({ rounds: '5', beside: '' });

/** A moment takes at most so many times what it is compared with, and so many milliseconds more. */
type Limits = Readonly<Record<string, readonly [times: number, more: number]>>;

const OF_BASE: Limits = {
  'press -> payment page': [1.1, 60],
  '400 ms after load': [1, 350],
  'once React is awake': [1.1, 60],
  'Download -> first byte': [1, ROUND_TRIP_MS],
};

const OF_BESIDE: Limits = {
  'return -> confirmed': [1.25, 0],
  'return -> confirmed, warm': [1.6, 0],
  'download page -> ready': [1.25, 0],
  'download page -> ready, warm': [1.6, 0],
  'Download -> saved': [1.1, 60],
};

const PORT = 8_620;
const PORTS_OF_A_SHOP = 3;

type Taken = Record<string, Moment[]>;

const executablePath = debianBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const shops: { readonly site: string; readonly stop: () => Promise<void>; taken: Taken }[] = [];
try {
  for (const folder of [ROOT, ...(beside ? [path.resolve(beside)] : [])]) {
    const shop = await startShop(folder, PORT + shops.length * PORTS_OF_A_SHOP);
    shops.push({ ...shop, taken: {} });
  }
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const { site, taken } of shops) {
      for (const [name, moment] of Object.entries(await measureOnce(browser, site))) {
        (taken[name] ??= []).push(moment);
      }
    }
  }
} finally {
  await browser.close();
  for (const { stop } of shops) await stop();
}

const [here = {}, there] = shops.map(({ taken }) => taken);
const took = (moments: readonly Moment[] = []): number[] => moments.map(({ ms }) => ms);
const baseOf = (moments: readonly Moment[] = []): number[] => moments.map(({ base }) => base);

const compared = (ms: readonly number[], others: readonly number[]): string[] => [
  spread(others),
  ratio(median(ms), median(others)),
];
printTable([
  ['ms', 'here', 'plain', 'ratio', ...(there ? ['beside', 'ratio'] : [])],
  ...Object.entries(here).map(([name, moments]) => {
    const ms = took(moments);
    const ofOther = there ? compared(ms, took(there[name])) : [];
    return [name, spread(ms)].concat(compared(ms, baseOf(moments)), ofOther);
  }),
]);

const claimAll = (limits: Limits, what: string, others: (name: string) => readonly number[]) => {
  for (const [name, [times, more]] of Object.entries(limits)) {
    const ms = median(took(here[name]));
    const words = `${name}: ${ms.toFixed(0)} ms, at most ${times} x ${what} + ${more} ms`;
    claim(ms <= times * median(others(name)) + more, words);
  }
};
claimAll(OF_BASE, 'plain', (name) => baseOf(here[name]));
if (there) claimAll(OF_BESIDE, 'beside', (name) => took(there[name]));
