import type { LighthouseResult, Tools } from './tools.ts';
import { withBrowser } from './browser.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Milliseconds, but for `shift` (CLS) and what is counted. */
export type Audit = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly speedIndex: number;
  readonly shift: number;
  readonly requests: number;
  readonly bytes: number;
  /** What Lighthouse makes of the processor at that moment; a quiet desktop has 1500 or more. */
  readonly power: number;
  /** Of a hundred, in the order of CATEGORIES. */
  readonly scores: readonly number[];
  /** What cost points in any category. */
  readonly faults: readonly string[];
};

const faultsOf = (result: LighthouseResult): string[] =>
  CATEGORIES.flatMap((name) => result.categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => ({ id, score: result.audits[id]?.score ?? null }))
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id }) => id);

const read = (result: LighthouseResult): Audit => {
  const figure = (id: string): number => result.audits[id]?.numericValue ?? Number.NaN;
  const requests = result.audits['network-requests']?.details?.items ?? [];
  return {
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    speedIndex: figure('speed-index'),
    shift: figure('cumulative-layout-shift'),
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    power: result.environment.benchmarkIndex,
    scores: CATEGORIES.map((name) => Math.round(100 * (result.categories[name]?.score ?? 0))),
    faults: faultsOf(result),
  };
};

const TRIES = 3;

/**
 * Lighthouse's mobile defaults: simulated slow 4G, processor four times slower. On a busy machine a trace may miss
 * its beginning, which is no figure at all, so the page is tried again. Throws if it never works.
 */
export const audit = async (tools: Tools, url: string): Promise<Audit> => {
  for (let turn = 1; ; turn += 1) {
    const { lhr } = await withBrowser(tools, (port) =>
      tools.lighthouse(url, { port, logLevel: 'silent' }),
    );
    if (!lhr.runtimeError) return read(lhr);
    if (turn === TRIES) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
};
