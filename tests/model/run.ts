import { parseArgs } from 'node:util';
import { checkModel } from './model.ts';
import { openWorld } from './world.ts';

/** `npm run test:model -- --runs=10000`; `--seed` and `--path` of a failure replay it. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const started = performance.now();
let done = 0;
const say = (text: string): void => void process.stdout.write(text);

say(`${runs} histories, seed ${seed}\n`);
const world = await openWorld({ withMail: true });
try {
  const onHistory = (): void => {
    done += 1;
    if (done % 1000 === 0) say(`${done} histories passed\n`);
  };
  const tally = await checkModel(world, { runs, seed, path: values.path, onHistory });
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`${done} histories passed in ${seconds} s, seed ${seed}\n`);
  for (const [name, count] of Object.entries(tally)) {
    say(`${String(count).padStart(9)}  ${name}\n`);
  }
} finally {
  await world.close();
}
