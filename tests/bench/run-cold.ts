import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type BundledFunction, bundleFunctions } from '../../netlify/build/bundle.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { median, ratio, say, spread, table } from './figures.ts';

/**
 * What a function takes before its first call: the bytes that it loads, and how long `import` of its bundle takes
 * in a process of its own, next to Stripe's SDK alone and to an empty module. Each run imports everything once.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
  },
});
const runs = Number(values.runs);
/** Of Stripe's SDK, for a function that does without it, in CPU time: a clock counts what else the machine does. */
const CLAIMED_SHARE = 0.25;

const IMPORT = `
const started = performance.now();
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wall: performance.now() - started, cpu: (user + system) / 1000 }));
process.exit();
`;

const run = promisify(execFile);

/** Milliseconds, of a clock and of the processor; the start of the process is not counted. */
type Taken = { readonly wall: number; readonly cpu: number };

const importTime = async (specifier: string): Promise<Taken> => {
  const args = ['--input-type=module', '--eval', IMPORT, specifier];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout);
};

/** Loaded with the function, since it can answer nothing without. */
const needsStripe = ({ code }: BundledFunction): boolean =>
  code.inputs.some((input) => input.endsWith('/stripe-at-once.ts'));

type Start = {
  readonly name: string;
  readonly specifier: string;
  readonly bytes: number;
  readonly bytesLater: number;
  readonly needsStripe: boolean;
  readonly taken: Taken[];
};

/** The same SDK in one file, as a function loads it at its first question. */
const bundledStripe = (directory: string, functions: readonly BundledFunction[]): Start[] =>
  functions
    .flatMap(({ later }) => later)
    .filter(({ file }) => path.basename(file) === 'stripe.mjs')
    .slice(0, 1)
    .map(({ file, bytes }) => ({
      name: 'the same SDK as deployed',
      specifier: path.join(directory, file),
      bytes,
      bytesLater: 0,
      needsStripe: true,
      taken: [],
    }));

const startOf = (directory: string, bundled: BundledFunction): Start => {
  const later = bundled.later.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = needsStripe(bundled);
  return {
    name: bundled.name,
    specifier: path.join(directory, bundled.code.file),
    bytes: bundled.code.bytes + (needed ? later : 0),
    bytesLater: needed ? 0 : later,
    needsStripe: needed,
    taken: [],
  };
};

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

const wallOf = ({ taken }: Start): number[] => taken.map(({ wall }) => wall);
const cpuOf = ({ taken }: Start): number[] => taken.map(({ cpu }) => cpu);

const rowOf = (start: Start, stripe: Start): string[] => [
  start.name,
  kilobytes(start.bytes),
  kilobytes(start.bytesLater),
  spread(wallOf(start), 1),
  ratio(median(wallOf(start)), median(wallOf(stripe))),
  spread(cpuOf(start), 1),
  ratio(median(cpuOf(start)), median(cpuOf(stripe))),
];

const directory = await mkdtemp(path.join(tmpdir(), 'bench-cold-'));
try {
  const written = path.join(directory, 'functions');
  const bundled = await bundleFunctions(ROOT, written);
  const functions = bundled
    .filter(({ name }) => name.includes(values.only))
    .map((one) => startOf(written, one));
  const emptyModule = path.join(directory, 'empty.mjs');
  await writeFile(emptyModule, '');
  const alone = { bytes: 0, bytesLater: 0, needsStripe: false };
  const empty: Start = { ...alone, name: 'an empty module', specifier: emptyModule, taken: [] };
  const stripe: Start = { ...alone, name: "import 'stripe'", specifier: 'stripe', taken: [] };
  const all = [empty, stripe, ...bundledStripe(written, bundled), ...functions];
  for (const { specifier } of all) await importTime(specifier); // reads the files once
  for (let turn = 0; turn < runs; turn += 1) {
    for (const { specifier, taken } of all) taken.push(await importTime(specifier));
  }
  const slowest = all.toSorted((a, b) => median(cpuOf(b)) - median(cpuOf(a)));
  say(`ms to import: median (least-most) of ${runs} runs, turn by turn; kB as deployed\n`);
  say(
    table([
      ['', 'kB at start', 'kB later', 'import', 'of Stripe', 'CPU', 'of Stripe'],
      ...slowest.map((start) => rowOf(start, stripe)),
    ]),
  );
  const slow = functions.filter(
    (start) => !start.needsStripe && median(cpuOf(start)) >= CLAIMED_SHARE * median(cpuOf(stripe)),
  );
  const names = slow.map(({ name }) => name).join(', ');
  const without = functions.filter(({ needsStripe: needs }) => !needs).length;
  say(
    names === ''
      ? `\nholds: ${without} functions start without Stripe's SDK, each in under a quarter of its CPU time\n`
      : `\ndoes not hold: a quarter of the CPU time of Stripe's SDK or more: ${names}\n`,
  );
  process.exitCode = names === '' ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
