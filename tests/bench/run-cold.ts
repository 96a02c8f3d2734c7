import { readPackedMails } from '../../src/content/mails.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BundledFunction, bundleFunctions } from '../../netlify/build/bundle.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { ALWAYS_ASKS_STRIPE } from '../build/function-budgets.ts';
import { claim, median, optionsOf, printTable, ratio, say, spread } from './figures.ts';

/**
 * What a function takes before its first call: the bytes that it loads, and how long `import` of its bundle takes
 * in a process of its own, next to Stripe's SDK alone and to an empty module. Each run imports everything once.
 */
const options = optionsOf({ runs: '7', only: '' });
const runs = Number(options.runs);
/** Of Stripe's SDK, for a function that does without it, in CPU time: a clock counts what else the machine does. */
const CLAIMED_SHARE = 0.25;

/** Milliseconds, of a clock and of the processor; the start of the process is not counted. */
const IMPORT = `
const started = performance.now();
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wall: performance.now() - started, cpu: (user + system) / 1000 }));
process.exit();
`;

type Start = {
  readonly name: string;
  readonly specifier: string;
  readonly bytes: number;
  readonly bytesLater: number;
  readonly wall: number[];
  readonly cpu: number[];
};

const startOf = (name: string, specifier: string, bytes = 0, bytesLater = 0): Start => ({
  name,
  specifier,
  bytes,
  bytesLater,
  wall: [],
  cpu: [],
});

const importOnce = async ({ specifier }: Start): Promise<{ wall: number; cpu: number }> => {
  const args = ['--input-type=module', '--eval', IMPORT, specifier];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout);
};

/** Loaded with the function, since it can answer nothing without. */
const needsStripe = (name: string): boolean => ALWAYS_ASKS_STRIPE.includes(name);

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

const directory = await mkdtemp(path.join(tmpdir(), 'bench-cold-'));
try {
  const written = path.join(directory, 'functions');
  const bundled = await bundleFunctions(ROOT, written, {
    notFoundPage: '',
    shellPage: '',
    mails: await readPackedMails(ROOT),
  });
  const functions = bundled
    .filter(({ name }) => name.includes(options.only))
    .map(({ name, code, lazy }: BundledFunction) => {
      const bytesLater = lazy.reduce((sum, { bytes }) => sum + bytes, 0);
      const [atOnce, after] = needsStripe(name) ? [bytesLater, 0] : [0, bytesLater];
      return startOf(name, path.join(written, code.file), code.bytes + atOnce, after);
    });
  const emptyModule = path.join(directory, 'empty.mjs');
  await writeFile(emptyModule, '');
  const stripe = startOf("import 'stripe'", 'stripe');
  /** The same SDK in one file, as a function loads it at its first question. */
  const deployed = bundled
    .flatMap(({ lazy }) => lazy)
    .filter(({ file }) => path.basename(file) === 'stripe.mjs')
    .slice(0, 1)
    .map(({ file, bytes }) => startOf('the same SDK as deployed', path.join(written, file), bytes));
  const all = [startOf('an empty module', emptyModule), stripe, ...deployed, ...functions];
  for (const start of all) await importOnce(start); // reads the files once
  for (let turn = 0; turn < runs; turn += 1) {
    for (const start of all) {
      const { wall, cpu } = await importOnce(start);
      start.wall.push(wall);
      start.cpu.push(cpu);
    }
  }
  say(`ms to import: median (least-most) of ${runs} runs, turn by turn; kB as deployed\n`);
  printTable([
    ['', 'kB at start', 'kB lazy', 'import', 'of Stripe', 'CPU', 'of Stripe'],
    ...all
      .toSorted((a, b) => median(b.cpu) - median(a.cpu))
      .map(({ name, bytes, bytesLater, wall, cpu }) => [
        name,
        kilobytes(bytes),
        kilobytes(bytesLater),
        spread(wall, 1),
        ratio(median(wall), median(stripe.wall)),
        spread(cpu, 1),
        ratio(median(cpu), median(stripe.cpu)),
      ]),
  ]);
  const without = functions.filter(({ name }) => !needsStripe(name));
  const slow = without.filter(({ cpu }) => median(cpu) >= CLAIMED_SHARE * median(stripe.cpu));
  const names = slow.map(({ name }) => `; not ${name}`).join('');
  claim(
    slow.length === 0,
    `${without.length} functions start without Stripe's SDK, each in under a quarter of its CPU time${names}`,
  );
} finally {
  await rm(directory, { recursive: true, force: true });
}
