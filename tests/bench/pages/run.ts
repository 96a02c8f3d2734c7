import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { serveOnLoopback } from '../../../netlify/local/serve.ts';
import { CONTENT_PAGES } from '../../catalog.ts';
import { startShop } from '../../project.ts';
import { type Figures, measure } from '../measure.ts';

/** Lighthouse's results for a phone on a slow connection: each page beside an empty document. */
const AUDITS = {
  'LCP, ms': 'largest-contentful-paint',
  'TBT, ms': 'total-blocking-time',
  'CLS, thousandths': 'cumulative-layout-shift',
  'bytes in all': 'total-byte-weight',
};

const EMPTY = `<!doctype html>
<html lang="en-US">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The floor</title>
<link rel="icon" href="data:,">
<h1>The floor</h1>
`;

const HERE = import.meta.dirname;
const LIGHTHOUSE = path.join(HERE, 'node_modules/lighthouse/cli/index.js');
const DEBIAN = '/usr/bin/chromium';
/** The full browser that parents use, not the headless shell of the tests. */
const CHROME_PATH = existsSync(DEBIAN) ? DEBIAN : chromium.executablePath();
const OPTIONS = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'];

type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
};

/**
 * Audits with Lighthouse's mobile defaults: slow 4G, and a processor four times slower. Each audit
 * starts a new browser, without cached files, compiled scripts or open connections.
 */
const audit = async (url: string, triesLeft = 2): Promise<Readonly<Record<string, number>>> => {
  const options = { env: { ...process.env, CHROME_PATH }, maxBuffer: 1e8 };
  const args = [LIGHTHOUSE, url, ...OPTIONS];
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => {
    // On a busy machine, a trace may lack its beginning, and then has no metrics.
    if (triesLeft === 0) throw error;
    return { stdout: '' };
  });
  if (stdout === '') return audit(url, triesLeft - 1);
  const { audits, categories }: Result = JSON.parse(stdout);
  const figures = Object.entries(AUDITS).map(([unit, id]) => {
    const value = audits[id]?.numericValue ?? Number.NaN;
    return [unit, unit === 'CLS, thousandths' ? 1000 * value : value];
  });
  const scores = Object.values(categories).map(({ score }) => 100 * (score ?? 0));
  return { ...Object.fromEntries(figures), 'lowest score': Math.min(...scores) };
};

// Installed on first use, because it is ten times as large as the packages of the tests.
if (!existsSync(LIGHTHOUSE)) {
  console.log('installing Lighthouse ...');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });
}
const headers = { 'content-type': 'text/html; charset=utf-8' };
const floor = await serveOnLoopback(() => new Response(EMPTY, { headers }), 0);
const shop = await startShop();

const turn = async (): Promise<Figures> => {
  const base = await audit(floor.origin);
  const figures: Figures = {};
  for (const page of CONTENT_PAGES) {
    for (const [unit, figure] of Object.entries(await audit(shop.site + page))) {
      figures[`${page}: ${unit}`] = { here: figure, baseline: base[unit] ?? Number.NaN };
    }
  }
  return figures;
};

try {
  await measure('floor', 5, turn);
} finally {
  await floor.close();
  await shop.stop();
}
