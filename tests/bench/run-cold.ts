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
/** Of Stripe's SDK, for a function that does without it. */
const CLAIMED_SHARE = 0.25;

const IMPORT = `
const started = performance.now();
await import(process.argv[1]);
process.stdout.write(String(performance.now() - started));
process.exit();
`;

const run = promisify(execFile);

/** Milliseconds, the start of the process not counted. */
const importTime = async (specifier: string): Promise<number> => {
  const args = ['--input-type=module', '--eval', IMPORT, specifier];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT });
  return Number(stdout);
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
  readonly times: number[];
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
      times: [],
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
    times: [],
  };
};

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

const rowOf = ({ name, bytes, bytesLater, times }: Start, stripe: Start): string[] => [
  name,
  kilobytes(bytes),
  kilobytes(bytesLater),
  spread(times, 1),
  ratio(median(times), median(stripe.times)),
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
  const empty: Start = { ...alone, name: 'an empty module', specifier: emptyModule, times: [] };
  const stripe: Start = { ...alone, name: "import 'stripe'", specifier: 'stripe', times: [] };
  const all = [empty, stripe, ...bundledStripe(written, bundled), ...functions];
  for (const { specifier } of all) await importTime(specifier); // reads the files once
  for (let turn = 0; turn < runs; turn += 1) {
    for (const { specifier, times } of all) times.push(await importTime(specifier));
  }
  const slowest = all.toSorted((a, b) => median(b.times) - median(a.times));
  say(`import in ms: median (least-most) of ${runs} runs, turn by turn; kB as deployed\n`);
  say(
    table([
      ['', 'kB at start', 'kB when needed', 'import', "of import 'stripe'"],
      ...slowest.map((start) => rowOf(start, stripe)),
    ]),
  );
  const slow = functions.filter(
    ({ needsStripe: needs, times }) =>
      !needs && median(times) >= CLAIMED_SHARE * median(stripe.times),
  );
  const names = slow.map(({ name }) => name).join(', ');
  const without = functions.filter(({ needsStripe: needs }) => !needs).length;
  say(
    names === ''
      ? `\nholds: ${without} functions start without Stripe's SDK, each in under a quarter of its time\n`
      : `\ndoes not hold: a quarter of Stripe's SDK or more: ${names}\n`,
  );
  process.exitCode = names === '' ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
