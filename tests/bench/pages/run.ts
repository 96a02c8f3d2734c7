import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { serveOnLoopback } from '../../../netlify/local/serve.ts';
import { ROOT } from '../../../netlify/local/settings.ts';
import { CONTENT_PAGES } from '../../catalogue.ts';
import { freePort } from '../../ports.ts';
import { startShop } from '../../project.ts';
import { type Figures, optionsOf, takeTurns, printTable } from '../measure.ts';

/** Lighthouse's figures for a phone on a slow line: each page beside an empty document. */
const { rounds } = optionsOf({ rounds: 5 });

const HERE = import.meta.dirname;
const PACKAGE = path.join(HERE, 'node_modules/lighthouse/core/index.js');

/** The parts in use, since the package is missing at the type check. */
type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly runtimeError?: { readonly message: string };
};
type Lighthouse = (
  url: string,
  flags: { readonly port: number; readonly logLevel: 'silent' },
) => Promise<{ readonly lhr: Result }>;

/** Installs Lighthouse at its first use, since it is ten times as large as the packages of the tests. */
const loadLighthouse = async (): Promise<Lighthouse> => {
  if (!existsSync(PACKAGE)) {
    console.log('installing Lighthouse ...');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });
  }
  const { default: lighthouse } = await import(PACKAGE);
  return lighthouse;
};

const DEBIAN = '/usr/bin/chromium';
/** The whole browser, as parents have it, and not the headless shell of the tests. */
const executablePath = existsSync(DEBIAN) ? DEBIAN : chromium.executablePath();

/**
 * Audits by Lighthouse's mobile defaults: slow 4G, a processor four times slower. Each audit has a new browser, without
 * a cached file, a compiled script or an open connection.
 */
const audit = async (lighthouse: Lighthouse, url: string, triesLeft = 2): Promise<Figures> => {
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath, args });
  const ran = lighthouse(url, { port, logLevel: 'silent' });
  const { audits, categories, runtimeError } = (await ran.finally(() => browser.close())).lhr;
  // On a busy machine a trace may lack its beginning, and then has no figures.
  if (runtimeError && triesLeft > 0) return audit(lighthouse, url, triesLeft - 1);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const figure = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  const scores = Object.values(categories).map(({ score }) => 100 * (score ?? 0));
  return {
    'LCP, ms': figure('largest-contentful-paint'),
    'TBT, ms': figure('total-blocking-time'),
    'CLS, thousandths': 1000 * figure('cumulative-layout-shift'),
    'kB in all': figure('total-byte-weight') / 1000,
    'lowest score': Math.min(...scores),
  };
};

const FIGURES = ['LCP, ms', 'TBT, ms', 'CLS, thousandths', 'kB in all', 'lowest score'];

const FLOOR = `<!doctype html>
<html lang="en-US">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The floor</title>
<link rel="icon" href="data:,">
<h1>The floor</h1>
`;

const lighthouse = await loadLighthouse();
const headers = { 'content-type': 'text/html; charset=utf-8' };
const floor = await serveOnLoopback(() => new Response(FLOOR, { headers }), 0);
const shop = await startShop(ROOT, await freePort());
try {
  const pages = CONTENT_PAGES.map(
    (page) => [page, () => audit(lighthouse, shop.site + page)] as const,
  );
  const taken = await takeTurns(rounds, {
    floor: () => audit(lighthouse, floor.origin),
    ...Object.fromEntries(pages),
  });
  for (const figure of FIGURES) {
    const base = taken('floor', figure);
    const rows = CONTENT_PAGES.map((what) => ({ what, figures: taken(what, figure), base }));
    printTable(figure, ['here', 'floor'], rows);
  }
} finally {
  await floor.close();
  await shop.stop();
}
