import type { ProjectCopy } from '../project.ts';
import { type Build, build, emptySiteWith, shopWith } from './built.ts';
import {
  claim,
  inMebibytes,
  median,
  optionsOf,
  printTable,
  ratio,
  say,
  spread,
} from './figures.ts';

/**
 * `npm run bench -- builds`: how long a build takes by guides, next to Astro with as many empty pages, one build
 * of each after the other. Ends with 1 where a guide costs more among many than among few.
 */
const options = optionsOf({
  sizes: '3,100,1000',
  rounds: '5',
  /** For the largest, which takes minutes. With 0 first builds are compared, with nothing kept. */
  'rounds-of-largest': '1',
});
/** The most that a guide may cost the processor among the most guides, by what it costs among fewer. */
const MOST_GROWTH = 1.3;

const sizes = options.sizes.split(',').map(Number);
const largest = Math.max(...sizes);
const roundsOf = (guides: number): number =>
  Number(guides === largest && sizes.length > 1 ? options['rounds-of-largest'] : options.rounds);

type Case = {
  readonly guides: number;
  readonly shop: ProjectCopy;
  readonly empty: ProjectCopy;
  /** With nothing drawn before. */
  readonly first: Build;
  readonly later: Build[];
  readonly emptyBuilds: Build[];
};

const open = async (guides: number): Promise<Case> => {
  const shop = shopWith(guides);
  const first = await build(shop);
  const empty = emptySiteWith(first.pages);
  return { guides, shop, empty, first, later: [], emptyBuilds: [await build(empty)] };
};

const of = (builds: readonly Build[], figure: keyof Build): number[] =>
  builds.map((one) => one[figure]);
const middle = (builds: readonly Build[], figure: keyof Build): number =>
  median(of(builds, figure));

const rowOf = (name: string, guides: number, builds: readonly Build[]): string[] => [
  name,
  String(guides),
  String(middle(builds, 'pages')),
  String(builds.length),
  spread(of(builds, 'seconds'), 1),
  middle(builds, 'cpuSeconds').toFixed(1),
  ((middle(builds, 'cpuSeconds') / middle(builds, 'pages')) * 1000).toFixed(0),
  inMebibytes(middle(builds, 'peakBytes')),
  inMebibytes(middle(builds, 'bytes')),
];

const areAllLater = (): boolean => cases.every(({ later }) => later.length > 0);
const compared = ({ first, later }: Case): readonly Build[] => (areAllLater() ? later : [first]);

/** What one guide more costs, by what two sizes differ in. */
const perGuide = (few: Case, many: Case, figure: 'cpuSeconds' | 'bytes'): number =>
  (middle(compared(many), figure) - middle(compared(few), figure)) / (many.guides - few.guides);

const cases: Case[] = [];
try {
  for (const guides of sizes) cases.push(await open(guides));
  for (let round = 0; round < Math.max(...sizes.map(roundsOf)); round += 1) {
    for (const { guides, shop, empty, later, emptyBuilds } of cases) {
      if (round >= roundsOf(guides)) continue;
      later.push(await build(shop));
      emptyBuilds.push(await build(empty));
    }
  }
  const head = ['guides', 'pages', 'builds', 's', 'CPU s', 'CPU ms a page', 'peak MiB', 'dist MiB'];
  printTable([
    ['', ...head],
    ...cases.flatMap(({ guides, first, later, emptyBuilds }) => [
      rowOf('the first build', guides, [first]),
      ...(later.length > 0 ? [rowOf('later ones, pictures kept', guides, later)] : []),
      rowOf('empty pages', guides, emptyBuilds),
    ]),
  ]);
  const [small, ...larger] = cases;
  if (!small) throw new Error('no sizes');
  const costs = larger.map((many) => perGuide(small, many, 'cpuSeconds'));
  for (const [at, many] of larger.entries()) {
    const cpu = costs[at] ?? Number.NaN;
    const kib = (perGuide(small, many, 'bytes') / 1024).toFixed(0);
    say(`A guide up to ${many.guides}: ${(cpu * 1000).toFixed(0)} ms of the processor, `);
    say(`${ratio(cpu, costs[0] ?? cpu)} times the first step's; ${kib} KiB.\n`);
  }
  claim(
    costs.every((cpu) => cpu <= (costs[0] ?? cpu) * MOST_GROWTH),
    'a guide costs no more among many',
  );
} finally {
  for (const { shop, empty } of cases) for (const { remove } of [shop, empty]) remove();
}
