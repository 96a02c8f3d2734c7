import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

/** `npm run test:fuzz -- --requests=100000`; with `--requests=1`, `--seed` and `--path` of a failure replay it. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
console.log(`${requests} requests, seed ${seed}`);
const { tally } = await fuzz({ requests, seed, path: values.path });
for (const [name, count] of Object.entries(tally).toSorted()) {
  console.log(`${String(count).padStart(9)}  ${name}`);
}
