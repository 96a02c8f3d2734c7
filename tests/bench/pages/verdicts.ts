import { median } from '../figures.ts';
import type { Audit } from './audit.ts';
import type { Audits } from './report.ts';

type Figure = (runs: readonly Audit[]) => number;

const LARGEST: Figure = (runs) => median(runs.map(({ largestPaint }) => largestPaint));
const FIRST: Figure = (runs) => median(runs.map(({ firstPaint }) => firstPaint));

type Claim = {
  readonly words: string;
  /** Of a page's runs. The worst page's decides. */
  readonly figure: Figure;
  readonly holds: (figure: number) => boolean;
  readonly show: (figure: number) => string;
  readonly isWorse?: (figure: number, than: number) => boolean;
};

const more = (figure: number): string => `${(100 * (figure - 1)).toFixed(1)} % over`;
const less = (figure: number): string => `${(100 * (1 - figure)).toFixed(1)} % under`;

const claims = (floor: readonly Audit[], singlePage: readonly Audit[]): Claim[] => [
  {
    words: "LCP within 10 % of the floor's",
    figure: (runs) => LARGEST(runs) / LARGEST(floor),
    holds: (figure) => figure <= 1.1,
    show: more,
  },
  {
    words: "FCP within 3 % of the floor's",
    figure: (runs) => FIRST(runs) / FIRST(floor),
    holds: (figure) => figure <= 1.03,
    show: more,
  },
  {
    words: "LCP at least 25 % under the single page's",
    figure: (runs) => LARGEST(runs) / LARGEST(singlePage),
    holds: (figure) => figure <= 0.75,
    show: less,
  },
  {
    words: 'CLS 0 in every run',
    figure: (runs) => Math.max(...runs.map(({ shift }) => shift)),
    holds: (figure) => figure === 0,
    show: (figure) => figure.toFixed(3),
  },
  {
    words: 'TBT 0 at the median',
    figure: (runs) => median(runs.map(({ blocking }) => blocking)),
    holds: (figure) => figure === 0,
    show: (figure) => `${figure.toFixed(0)} ms`,
  },
  {
    words: '100 in all four categories in every run',
    figure: (runs) => Math.min(...runs.flatMap(({ scores }) => scores)),
    holds: (figure) => figure === 100,
    show: (figure) => figure.toFixed(0),
    isWorse: (figure, than) => figure < than,
  },
];

/** A line for each claim: whether it holds on every page of the shop, and the page that is farthest from it. */
export const verdicts = (audits: Audits): string => {
  const [[, floor] = ['', []], [, singlePage] = ['', []], ...shop] = audits;
  return claims(floor, singlePage)
    .map(({ words, figure, holds, show, isWorse = (one, than) => one > than }) => {
      const figures = shop.map(([name, runs]) => ({ name, value: figure(runs) }));
      const worst = figures.reduce((one, next) => (isWorse(next.value, one.value) ? next : one));
      const failing = figures.filter(({ value }) => !holds(value)).length;
      const verdict =
        failing === 0 ? 'holds' : `does not hold on ${failing} of ${figures.length} pages`;
      return `${words}: ${verdict} (farthest: ${worst.name}, ${show(worst.value)})\n`;
    })
    .join('');
};
