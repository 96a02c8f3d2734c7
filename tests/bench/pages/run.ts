import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { serveOnLoopback } from '../../../netlify/local/serve.ts';
import { CONTENT_PAGES } from '../../catalog.ts';
import { startShop } from '../../project.ts';
import { type Measurements, measure } from '../measure.ts';
import { serveOverHttp2 } from './http2.ts';

/** Lighthouse's results for a phone on a slow connection. The baseline is an empty page. */
const AUDITS = {
  'LCP, ms': 'largest-contentful-paint',
  'TBT, ms': 'total-blocking-time',
  'CLS, thousandths': 'cumulative-layout-shift',
  'total bytes': 'total-byte-weight',
};

const EMPTY = `<!doctype html>
<html lang="en-US">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Empty page</title>
<link rel="icon" href="data:,">
<h1>Empty page</h1>
`;

const HERE = import.meta.dirname;
const LIGHTHOUSE = path.join(HERE, 'node_modules/lighthouse/cli/index.js');
const DEBIAN = '/usr/bin/chromium';
/** The full browser, which parents use, instead of the tests' headless shell. */
const CHROME_PATH = existsSync(DEBIAN) ? DEBIAN : chromium.executablePath();
const CHROME_FLAGS = ['--headless=new', '--no-sandbox', '--ignore-certificate-errors'];
const OPTIONS = ['--quiet', '--output=json', `--chrome-flags=${CHROME_FLAGS.join(' ')}`];

type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
};

/**
 * Audits a page with Lighthouse's mobile defaults: slow 4G, and a CPU that is four times slower.
 * Each audit starts a new browser, without cached files, compiled scripts or open connections.
 */
const audit = async (url: string, triesLeft = 2): Promise<Readonly<Record<string, number>>> => {
  const options = { env: { ...process.env, CHROME_PATH }, maxBuffer: 1e8 };
  const args = [LIGHTHOUSE, url, ...OPTIONS];
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => {
    // On a busy machine, a trace may lack its beginning, and Lighthouse then finds no metrics.
    if (triesLeft === 0) throw error;
    return { stdout: '' };
  });
  if (stdout === '') return audit(url, triesLeft - 1);
  const { audits, categories }: Result = JSON.parse(stdout);
  const values = Object.entries(AUDITS).map(([unit, id]) => {
    const value = audits[id]?.numericValue ?? Number.NaN;
    return [unit, unit === 'CLS, thousandths' ? 1000 * value : value];
  });
  const scores = Object.values(categories).map(({ score }) => 100 * (score ?? 0));
  return { ...Object.fromEntries(values), 'lowest score': Math.min(...scores) };
};

// Installed on first use, because it is ten times as large as the packages that the tests need.
if (!existsSync(LIGHTHOUSE)) {
  console.log('Installing Lighthouse ...');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });
}
const headers = { 'content-type': 'text/html; charset=utf-8' };
const emptyPage = await serveOnLoopback(() => new Response(EMPTY, { headers }), 0);
const shop = await startShop();
const emptyPageOverHttp2 = await serveOverHttp2(emptyPage.origin);
const shopOverHttp2 = await serveOverHttp2(shop.site);

const measureRound = async (): Promise<Measurements> => {
  const base = await audit(emptyPageOverHttp2.origin);
  const results: Measurements = {};
  for (const page of CONTENT_PAGES) {
    for (const [unit, value] of Object.entries(await audit(shopOverHttp2.origin + page))) {
      results[`${page}: ${unit}`] = { measured: value, baseline: base[unit] ?? Number.NaN };
    }
  }
  return results;
};

try {
  await measure('empty page', 5, measureRound);
} finally {
  await Promise.all([emptyPageOverHttp2.close(), shopOverHttp2.close()]);
  await emptyPage.close();
  await shop.stop();
}
