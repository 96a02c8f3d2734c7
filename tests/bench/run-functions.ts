import { listen } from '../fuzz/log.ts';
import { openWorld } from '../model/world.ts';
import { type Case, prepareCases } from './functions/cases.ts';
import { type Prepared, measureTimes } from './functions/measure.ts';
import { standInForOutside } from './functions/outside.ts';
import { plainHandler } from './functions/plain.ts';
import { claim, median, optionsOf, printTable, ratio, say, spread } from './figures.ts';
import { putGuides } from './guides.ts';

/**
 * What each function takes by itself, where everything outside answers at once, next to the plainest handler that
 * makes the same calls.
 */
const options = optionsOf({ rounds: '7', calls: '200', only: '' });
const rounds = Number(options.rounds);
const calls = Number(options.calls);
const WARM_UP = 300;
const GUIDE_BYTES = 2_000_000;
const CLAIMED_US = 1000;

const world = await openWorld();
await putGuides(GUIDE_BYTES);
const outside = standInForOutside();
const log = listen();

const newSide = () => ({ wall: [] as number[], cpu: [] as number[] });

/** What the function takes more than the plain handler, round by round. */
const more = (own: readonly number[], plain: readonly number[]): number[] =>
  own.map((figure, round) => figure - (plain[round] ?? Number.NaN));

/** The function and the plain handler, on the same answers. */
const sidesOf = async ({ request }: Case): Promise<readonly Prepared[]> => {
  let answer: Response | undefined;
  const made = await outside.record(async () => {
    answer = await world.call(request());
    await answer.clone().arrayBuffer();
  });
  if (!answer?.ok) throw new Error(`answered ${answer?.status}`);
  const type = answer.headers.get('content-type');
  const isFile = type === 'application/pdf' && answer.body !== null;
  const plain = plainHandler(made, {
    status: answer.status,
    type,
    text: isFile ? null : await answer.text(),
  });
  const before = () => outside.answerWith(made);
  before();
  // To its end: what a function notes goes out behind the bytes.
  await (await world.call(request())).arrayBuffer();
  if (outside.given() !== made.length) throw new Error('other calls than before');
  return [world.call, plain].map((run) => ({ run, before }));
};

const measure = async (one: Case): Promise<readonly string[]> => {
  const sides = await sidesOf(one);
  const figures = sides.map(newSide);
  await measureTimes(sides, one.request, WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    const times = await measureTimes(sides, one.request, calls);
    for (const [which, { wall, cpu }] of times.entries()) {
      figures[which]?.wall.push(wall);
      figures[which]?.cpu.push(cpu);
    }
  }
  const [own = newSide(), plain = newSide()] = figures;
  const ownTime = more(own.wall, plain.wall);
  if (!(median(ownTime) < CLAIMED_US)) slow.push(one.name);
  return [
    one.name,
    spread(own.wall),
    spread(plain.wall),
    ratio(median(own.wall), median(plain.wall)),
    spread(ownTime),
    spread(more(own.cpu, plain.cpu)),
  ];
};

const slow: string[] = [];
try {
  const cases = (await prepareCases(world)).filter(({ name }) => name.includes(options.only));
  say(`µs a call: median (least-most) of ${rounds} rounds of ${calls} calls, turn by turn\n`);
  const rows = [];
  for (const one of cases) rows.push(await measure(one));
  const own = ['function', 'plain handler', 'ratio', 'own time', 'own CPU'];
  printTable([['', ...own], ...rows]);
  claim(
    slow.length === 0,
    `every function takes less than ${CLAIMED_US} µs more than the plain handler${slow.map((name) => `; not ${name}`).join('')}`,
  );
} finally {
  outside.restore();
  log.stop();
  await world.close();
}
