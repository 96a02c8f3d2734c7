import { median, ratio, spread, table } from '../figures.ts';
import { type Audit, CATEGORIES } from './audit.ts';
import type { Verdict } from './verdicts.ts';

/** Of each page what each run found; the keys are what the pages are called. */
export type Audits = ReadonlyMap<string, readonly Audit[]>;

const HEADING = ['', 'FCP', 'LCP', 'TBT', 'CLS', 'Speed Index', 'requests', 'kB', 'scores'];

const row = (name: string, runs: readonly Audit[]): string[] => [
  name,
  spread(runs.map(({ firstPaint }) => firstPaint)),
  spread(runs.map(({ largestPaint }) => largestPaint)),
  spread(runs.map(({ blocking }) => blocking)),
  Math.max(...runs.map(({ shift }) => shift)).toFixed(3),
  spread(runs.map(({ speedIndex }) => speedIndex)),
  median(runs.map(({ requests }) => requests)).toFixed(0),
  (median(runs.map(({ bytes }) => bytes)) / 1000).toFixed(1),
  CATEGORIES.map((_, at) => Math.min(...runs.map(({ scores }) => scores[at] ?? 0))).join(' '),
];

const faultLines = (audits: Audits): string =>
  [...audits]
    .map(([name, runs]) => [name, [...new Set(runs.flatMap(({ faults }) => faults))]] as const)
    .filter(([, faults]) => faults.length > 0)
    .map(([name, faults]) => `${name} lost points by ${faults.join(', ')}\n`)
    .join('');

const RATIOS = ['FCP/floor', 'FCP/single page', 'LCP/floor', 'LCP/single page'];

const ratioRows = (audits: Audits): string[][] => {
  const [floor = [], single = []] = audits.values();
  return [...audits].map(([name, runs]) => {
    const ratios = (['firstPaint', 'largestPaint'] as const).flatMap((which) => {
      const of = (those: readonly Audit[]): number => median(those.map((one) => one[which]));
      return [ratio(of(runs), of(floor)), ratio(of(runs), of(single))];
    });
    return [name].concat(ratios);
  });
};

/** Nothing on the floor page can block, so what blocks it is the machine. */
const busyLine = (audits: Audits): string => {
  const [floor = []] = audits.values();
  const blocking = median(floor.map((one) => one.blocking));
  return blocking > 0
    ? `The floor itself blocks for ${blocking.toFixed(0)} ms: this machine is too busy to judge TBT and scores.\n`
    : '';
};

/** The tables, and what they say of the claims. */
export const report = (audits: Audits, verdicts: readonly Verdict[]): string => {
  const runs = [...audits.values()].flat();
  const parts = [
    `ms by Lighthouse on a slow phone: median (least-most) of ${runs.length / audits.size} runs, turn by turn;`,
    `CLS: the most; scores of ${CATEGORIES.join(', ')}: the least; kB as sent, with headers;`,
    `Lighthouse's index of this machine's speed: ${spread(runs.map(({ power }) => power))}\n`,
  ];
  return [
    parts.join(' '),
    table([HEADING, ...[...audits].map(([name, those]) => row(name, those))]),
    faultLines(audits),
    table([['', ...RATIOS], ...ratioRows(audits)]),
    busyLine(audits),
    verdicts.map(({ line }) => `${line}\n`).join(''),
  ]
    .filter((part) => part !== '')
    .join('\n');
};
