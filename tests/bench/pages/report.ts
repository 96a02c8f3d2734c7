import { claim, median, printTable, ratio, say, spread } from '../figures.ts';
import { type Audit, CATEGORIES } from './audit.ts';
import type { Throttling } from './tools.ts';

/** Of each page what each run found, by what the page is called; the first is what the others are compared with. */
export type Audits = ReadonlyMap<string, readonly Audit[]>;

const HEADING = ['', 'FCP', 'LCP', '/ floor', 'TBT', 'CLS', 'requests', 'kB'];

const summaryOf = (runs: readonly Audit[]) => ({
  firstPaint: median(runs.map(({ firstPaint }) => firstPaint)),
  largestPaint: median(runs.map(({ largestPaint }) => largestPaint)),
  blocking: median(runs.map(({ blocking }) => blocking)),
  shift: Math.max(...runs.map(({ shift }) => shift)),
  scripts: {
    early: Math.max(...runs.map(({ scripts }) => scripts.early)),
    bytes: Math.max(...runs.map(({ scripts }) => scripts.bytes)),
  },
  /** The least of each category. */
  scores: CATEGORIES.map((_, at) => Math.min(...runs.map(({ scores }) => scores[at] ?? 0))),
});
type Summary = ReturnType<typeof summaryOf>;

type Claims = Readonly<Record<string, (page: Summary, floor: Summary) => boolean>>;

/** What must hold on every page of the shop. */
const SIMULATED: Claims = {
  'CLS 0 in every run': ({ shift }) => shift === 0,
  "LCP within 12 % of the floor's": (page, floor) => page.largestPaint <= 1.12 * floor.largestPaint,
  'TBT at most 60 ms': ({ blocking }) => blocking <= 60,
  'scripts after the load event alone, at most 80 kB': ({ scripts }) =>
    scripts.early === 0 && scripts.bytes <= 80_000,
  '100 in all four categories in every run': ({ scores }) => scores.every((score) => score === 100),
};

/** The same by the clock, where the machine is as slow as a phone. */
const APPLIED: Claims = {
  'CLS 0 in every run': ({ shift }) => shift === 0,
  "LCP within 25 % of the floor's": (page, floor) => page.largestPaint <= 1.25 * floor.largestPaint,
  'TBT at most 130 ms': ({ blocking }) => blocking <= 130,
};
const CLAIMS: Readonly<Record<Throttling, Claims>> = { simulate: SIMULATED, devtools: APPLIED };

/** The table, and which claims hold, with the pages of the shop on which they do not. */
export const report = (audits: Audits, throttling: Throttling, shop: readonly string[]): void => {
  const pages = [...audits].map(([name, runs]) => Object.assign(summaryOf(runs), { name, runs }));
  const [floor] = pages;
  if (!floor) throw new Error('nothing was measured');
  say(
    `ms by Lighthouse on a slow phone: median (least-most) of ${floor.runs.length} runs, turn by turn;\n` +
      `CLS: the most; kB as sent, with headers\n\n`,
  );
  printTable([
    HEADING,
    ...pages.map(({ name, runs, largestPaint, blocking, shift }) => [
      name,
      spread(runs.map((run) => run.firstPaint)),
      spread(runs.map((run) => run.largestPaint)),
      ratio(largestPaint, floor.largestPaint),
      blocking.toFixed(0),
      shift.toFixed(3),
      median(runs.map((run) => run.requests)).toFixed(0),
      (median(runs.map((run) => run.bytes)) / 1000).toFixed(1),
    ]),
  ]);
  if (floor.blocking > 0) {
    say('The floor itself blocks: this machine is too busy to judge TBT and scores.\n');
  }
  for (const [words, holds] of Object.entries(CLAIMS[throttling])) {
    const failing = pages.filter((page) => shop.includes(page.name) && !holds(page, floor));
    claim(failing.length === 0, [words, ...failing.map(({ name }) => name)].join('; not '));
  }
};
