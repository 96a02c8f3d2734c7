import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { LighthouseResult, Tools, Throttling } from './tools.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Milliseconds, but for `shift` (CLS) and what is counted. */
export type Audit = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  readonly requests: number;
  readonly bytes: number;
  /** Files of scripts: how many were asked for before the load event, and what all of them are. */
  readonly scripts: { readonly early: number; readonly bytes: number };
  /** Of a hundred, in the order of CATEGORIES. */
  readonly scores: readonly number[];
};

const scriptsOf = ({ audits }: LighthouseResult): Audit['scripts'] => {
  const { observedLoad = 0 } = audits['metrics']?.details?.items?.[0] ?? {};
  const files = (audits['network-requests']?.details?.items ?? []).filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  return {
    early: files.filter(({ networkRequestTime = 0 }) => networkRequestTime < observedLoad).length,
    bytes: files.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  };
};

const read = (result: LighthouseResult): Audit => {
  const figure = (id: string): number => result.audits[id]?.numericValue ?? Number.NaN;
  const requests = result.audits['network-requests']?.details?.items ?? [];
  return {
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    scripts: scriptsOf(result),
    scores: CATEGORIES.map((name) => Math.round(100 * (result.categories[name]?.score ?? 0))),
  };
};

const DEBIAN = '/usr/bin/chromium';
/** The whole browser, as parents have it, not the one without windows that the tests like. */
const chromePath = existsSync(DEBIAN) ? DEBIAN : chromium.executablePath();
const chromeFlags = [
  '--headless',
  '--no-sandbox', // refused to root otherwise
  '--disable-gpu',
  '--ignore-certificate-errors',
];

/**
 * Lighthouse's mobile defaults: slow 4G, processor four times slower. By a browser that knows nothing yet: no cached
 * file, no compiled script, no open connection.
 */
export const audit = async (
  { launch, lighthouse }: Tools,
  url: string,
  throttlingMethod: Throttling,
): Promise<Audit> => {
  const browser = await launch({ chromePath, chromeFlags, logLevel: 'silent' });
  const ended = once(browser.process, 'exit');
  try {
    const flags = { port: browser.port, logLevel: 'silent', throttlingMethod } as const;
    const { lhr } = await lighthouse(url, flags);
    // On a busy machine a trace may miss its beginning, which is no figure at all.
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return read(lhr);
  } finally {
    browser.kill();
    await ended;
  }
};
