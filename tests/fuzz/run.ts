import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

/** `npm run test:fuzz -- --requests=100000`; `--seed` and `--path` of a failure replay it. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const started = performance.now();
let done = 0;
const say = (text: string): void => void process.stdout.write(text);
const onRequest = (): void => {
  done += 1;
  if (done % 10_000 === 0) say(`${done} requests passed\n`);
};

say(`${requests} requests, seed ${seed}\n`);
const tally = await fuzz({ requests, seed, path: values.path, onRequest });
const seconds = Math.round((performance.now() - started) / 1000);
say(`${done} requests passed in ${seconds} s, seed ${seed}\n`);
for (const [name, count] of Object.entries(tally).toSorted()) {
  say(`${String(count).padStart(9)}  ${name}\n`);
}
