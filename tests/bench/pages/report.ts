import { median, table } from '../figures.ts';
import { type Audit, CATEGORIES } from './audit.ts';
import { verdicts } from './verdicts.ts';

/** Of each page what each run found; the keys are what the pages are called. */
export type Audits = ReadonlyMap<string, readonly Audit[]>;

const spread = (figures: readonly number[], digits = 0): string => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const middle = median(figures).toFixed(digits);
  return least === most ? middle : `${middle} (${least.toFixed(digits)}-${most.toFixed(digits)})`;
};

const HEADING = ['', 'FCP', 'LCP', 'TBT', 'CLS', 'Speed Index', 'requests', 'kB', 'scores'];

const row = (name: string, runs: readonly Audit[]): string[] => [
  name,
  spread(runs.map(({ firstPaint }) => firstPaint)),
  spread(runs.map(({ largestPaint }) => largestPaint)),
  spread(runs.map(({ blocking }) => blocking)),
  spread(
    runs.map(({ shift }) => shift),
    3,
  ),
  spread(runs.map(({ speedIndex }) => speedIndex)),
  spread(runs.map(({ requests }) => requests)),
  (median(runs.map(({ bytes }) => bytes)) / 1000).toFixed(1),
  CATEGORIES.map((_, at) => Math.min(...runs.map(({ scores }) => scores[at] ?? 0))).join(' '),
];

const faultLines = (audits: Audits): string =>
  [...audits]
    .map(([name, runs]) => [name, [...new Set(runs.flatMap(({ faults }) => faults))]] as const)
    .filter(([, faults]) => faults.length > 0)
    .map(([name, faults]) => `${name} lost points by ${faults.join(', ')}\n`)
    .join('');

const ratioRows = (audits: Audits): string[][] => {
  const [floor = [], single = []] = audits.values();
  return [...audits].map(([name, runs]) => {
    const ratios = (['firstPaint', 'largestPaint'] as const).flatMap((which) => {
      const of = (those: readonly Audit[]): number => median(those.map((one) => one[which]));
      return [of(runs) / of(floor), of(runs) / of(single)].map((ratio) => ratio.toFixed(3));
    });
    return [name].concat(ratios);
  });
};

/** The tables, and what they say of the claims. */
export const report = (audits: Audits): string => {
  const runs = audits.values().next().value?.length ?? 0;
  const parts = [
    `ms by Lighthouse on a slow phone: median (least-most) of ${runs} runs, turn by turn; scores of`,
    `${CATEGORIES.join(', ')}: the least of all runs; kB as sent, with headers\n`,
  ];
  const ratios = ['FCP/floor', 'FCP/single page', 'LCP/floor', 'LCP/single page'];
  return [
    parts.join(' '),
    table([HEADING, ...[...audits].map(([name, those]) => row(name, those))]),
    faultLines(audits),
    table([['', ...ratios], ...ratioRows(audits)]),
    verdicts(audits),
  ].join('\n');
};
