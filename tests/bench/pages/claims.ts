import { median } from '../figures.ts';
import type { Audit } from './audit.ts';

type Figure = (runs: readonly Audit[]) => number;

const LARGEST: Figure = (runs) => median(runs.map(({ largestPaint }) => largestPaint));
const FIRST: Figure = (runs) => median(runs.map(({ firstPaint }) => firstPaint));

type Claim = {
  readonly words: string;
  /** Of a page's runs; the greater, the worse. The worst page's decides. */
  readonly figure: Figure;
  readonly most: number;
  readonly show: (figure: number) => string;
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const over = (ratio: number): string => `${percent(ratio - 1)} over`;
const under = (ratio: number): string => `${percent(1 - ratio)} under`;

export const claimsOf = (floor: readonly Audit[], singlePage: readonly Audit[]): Claim[] => [
  {
    words: "LCP within 10 % of the floor's",
    figure: (runs) => LARGEST(runs) / LARGEST(floor),
    most: 1.1,
    show: over,
  },
  {
    words: "FCP within 3 % of the floor's",
    figure: (runs) => FIRST(runs) / FIRST(floor),
    most: 1.03,
    show: over,
  },
  {
    words: "LCP at least 25 % under the single page's",
    figure: (runs) => LARGEST(runs) / LARGEST(singlePage),
    most: 0.75,
    show: under,
  },
  {
    words: 'CLS 0 in every run',
    figure: (runs) => Math.max(...runs.map(({ shift }) => shift)),
    most: 0,
    show: (shift) => shift.toFixed(5),
  },
  {
    words: 'TBT 0 at the median',
    figure: (runs) => median(runs.map(({ blocking }) => blocking)),
    most: 0,
    show: (ms) => `${ms.toFixed(0)} ms`,
  },
  {
    words: '100 in all four categories in every run',
    figure: (runs) => 100 - Math.min(...runs.flatMap(({ scores }) => scores)),
    most: 0,
    show: (missing) => `${100 - missing}`,
  },
];
