import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.ts';
import { median, optionsOf, takeTurns } from './measure.ts';
import { PRESSES, measureMoments } from './moments.ts';
import { ROUND_TRIP_MS } from './phone.ts';
import { withShops } from './shops.ts';
import { printTable } from './table.ts';

/**
 * How long a parent waits at the moments that decide, on a slow phone, each beside the plain form or link, or beside
 * what its document and one call take. `--beside=<folder>` measures another checkout of the shop too.
 */
const { rounds, beside } = optionsOf({ rounds: '5', beside: '' });

/** What a moment may take: so many times its baseline, and so many milliseconds more. */
type Limit = readonly [times: number, moreMs: number];

type Moment = {
  readonly name: string;
  readonly plain: string;
  readonly limit?: Limit;
  /** With the other checkout as its baseline. */
  readonly limitBeside?: Limit;
};

const pressed = (step: string): Moment[] =>
  Object.keys(PRESSES).map((press) => ({
    name: `${press} -> ${step}`,
    plain: `plain press -> ${step}`,
    limit: press === 'press at 400 ms' ? [1, 350] : [1.1, 60],
  }));

const opened = (name: string): Moment[] => [
  { name, plain: `plain ${name}`, limitBeside: [1.25, 0] },
  { name: `${name}, warm`, plain: `plain ${name}`, limitBeside: [1.6, 0] },
];

const MOMENTS: readonly Moment[] = [
  ...pressed('request'),
  ...pressed('payment page'),
  ...opened('return -> confirmed'),
  ...opened('download page -> ready'),
  {
    name: 'Download -> first byte',
    plain: 'plain Download -> first byte',
    limit: [1, ROUND_TRIP_MS],
  },
  {
    name: 'Download -> saved',
    plain: 'plain Download -> first byte',
    limitBeside: [1.1, 60],
  },
];

const browser = await chromium.launch(launchOptions);
try {
  await withShops(beside, async (sites) => {
    const shops = Object.entries(sites).map(([name, site]) => [
      name,
      () => measureMoments(browser, site),
    ]);
    const taken = await takeTurns(Number(rounds), Object.fromEntries(shops));
    const rowOf = (name: string, base: readonly number[], limit?: Limit) => ({
      what: name,
      figures: taken('here', name),
      base,
      most: limit && limit[0] * median(base) + limit[1],
    });
    printTable(
      'ms',
      ['here', 'plain'],
      MOMENTS.map(({ name, plain, limit }) => rowOf(name, taken('here', plain), limit)),
    );
    if (!beside) return;
    printTable(
      'ms',
      ['here', 'beside'],
      MOMENTS.map(({ name, limitBeside }) => rowOf(name, taken('beside', name), limitBeside)),
    );
  });
} finally {
  await browser.close();
}
