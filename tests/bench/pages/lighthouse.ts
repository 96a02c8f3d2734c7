import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../../project.ts';
import type { Figures } from '../measure.ts';
import { say } from '../table.ts';

const HERE = import.meta.dirname;
const PACKAGE = path.join(HERE, 'node_modules/lighthouse/core/index.js');

/** Only as much as is used: the package is not there for the type check. */
type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly runtimeError?: { readonly message: string };
};
type Lighthouse = (
  url: string,
  flags: { readonly port: number; readonly logLevel: 'silent' },
) => Promise<{ readonly lhr: Result }>;

/** Lighthouse weighs ten times what the shop's tests need, so that it is fetched when it is first used. */
export const loadLighthouse = async (): Promise<Lighthouse> => {
  if (!existsSync(PACKAGE)) {
    say('installing Lighthouse ...\n');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });
  }
  const { default: lighthouse } = await import(PACKAGE);
  return lighthouse;
};

const DEBIAN = '/usr/bin/chromium';
/** The whole browser, as parents have it, not the one without windows that the tests like. */
const executablePath = existsSync(DEBIAN) ? DEBIAN : chromium.executablePath();

/** By a browser that knows nothing yet: no cached file, no compiled script, no open connection. */
const auditOnce = async (lighthouse: Lighthouse, url: string): Promise<Result> => {
  const port = await freePort(9300);
  const args = [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return (await lighthouse(url, { port, logLevel: 'silent' })).lhr;
  } finally {
    await browser.close();
  }
};

const TRIES = 3;

/**
 * Lighthouse's mobile defaults: slow 4G, processor four times slower. On a busy machine a trace may miss
 * its beginning, which is no figure at all, so the page is tried again. Throws if it never works.
 */
export const audit = async (lighthouse: Lighthouse, url: string): Promise<Figures> => {
  for (let turn = 1; ; turn += 1) {
    const { audits, categories, runtimeError } = await auditOnce(lighthouse, url);
    if (runtimeError && turn === TRIES) throw new Error(`${url}: ${runtimeError.message}`);
    if (runtimeError) continue;
    const figure = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
    const lost = Object.values(categories).map(({ score }) => 100 - 100 * (score ?? 0));
    return {
      'FCP, ms': figure('first-contentful-paint'),
      'LCP, ms': figure('largest-contentful-paint'),
      'TBT, ms': figure('total-blocking-time'),
      'CLS, thousandths': 1000 * figure('cumulative-layout-shift'),
      'kB in all': figure('total-byte-weight') / 1000,
      'points short of 100': Math.max(...lost),
    };
  }
};
