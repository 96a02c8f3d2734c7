import { claim, median, printTable, ratio, say, spread } from '../figures.ts';
import { type Audit, CATEGORIES } from './audit.ts';
import { claimsOf } from './claims.ts';

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

/** The tables, and which claims hold on every page of the shop, with the page that is farthest from it. */
export const report = (audits: Audits): void => {
  const runs = [...audits.values()].flat();
  if (runs.length === 0) throw new Error('nothing was measured');
  say(
    `ms by Lighthouse on a slow phone: median (least-most) of ${runs.length / audits.size} runs, turn by turn;\n` +
      `CLS: the most; scores of ${CATEGORIES.join(', ')}: the least; kB as sent, with headers;\n` +
      `Lighthouse's index of this machine's speed: ${spread(runs.map(({ power }) => power))}\n\n`,
  );
  printTable([HEADING, ...[...audits].map(([name, those]) => row(name, those))]);
  say(faultLines(audits));
  say('\n');
  printTable([['', ...RATIOS], ...ratioRows(audits)]);
  say(busyLine(audits));
  const [[, floor] = ['', []], [, singlePage] = ['', []], ...shop] = audits;
  for (const { words, figure, most, show } of claimsOf(floor, singlePage)) {
    const figures = shop.map(([name, those]) => ({ name, value: figure(those) }));
    const [worst] = figures.toSorted((one, other) => other.value - one.value);
    const farthest = worst ? `${worst.name} ${show(worst.value)}` : 'no page';
    claim(
      figures.every(({ value }) => value <= most),
      `${words} (farthest: ${farthest}; the floor: ${show(figure(floor))})`,
    );
  }
};
