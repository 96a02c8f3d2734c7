import { readPackedMails } from '../../src/content/mails.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleFunctions } from '../../netlify/build/bundle.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { ALWAYS_ASKS_STRIPE } from '../build/function-budgets.ts';
import { claim, median, optionsOf, printTable, ratio, say, spread } from './figures.ts';

/**
 * What a function takes before its first call: the bytes that it loads, and the processor's time of `import` of its
 * bundle in a process of its own, next to Stripe's SDK alone. Each run imports everything once.
 */
const runs = Number(optionsOf({ runs: '7' }).runs);
/** Of Stripe's SDK, for a function that does without it. */
const CLAIMED_SHARE = 0.25;

/** Milliseconds of the processor; the start of the process is not counted. */
const IMPORT = `
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
process.exit();
`;

type Start = {
  readonly name: string;
  readonly specifier: string;
  readonly bytes: number;
  readonly bytesLater: number;
  readonly ms: number[];
};

const importOnce = async ({ specifier }: Start): Promise<number> => {
  const args = ['--input-type=module', '--eval', IMPORT, specifier];
  return Number((await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout);
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
  const functions = bundled.map(({ name, code, lazy }): Start => {
    const bytesOfLazy = lazy.reduce((sum, { bytes }) => sum + bytes, 0);
    const [atOnce, later] = needsStripe(name) ? [bytesOfLazy, 0] : [0, bytesOfLazy];
    const specifier = path.join(written, code.file);
    return { name, specifier, bytes: code.bytes + atOnce, bytesLater: later, ms: [] };
  });
  const stripe = { name: "import 'stripe'", specifier: 'stripe', bytes: 0, bytesLater: 0, ms: [] };
  const all: readonly Start[] = [stripe, ...functions];
  for (const start of all) await importOnce(start); // reads the files once
  for (let turn = 0; turn < runs; turn += 1) {
    for (const start of all) start.ms.push(await importOnce(start));
  }
  say(`ms of the processor: median (least-most) of ${runs} runs, turn by turn; kB as deployed\n`);
  printTable([
    ['', 'kB at start', 'kB lazy', 'import', 'of Stripe'],
    ...all
      .toSorted((a, b) => median(b.ms) - median(a.ms))
      .map(({ name, bytes, bytesLater, ms }) => [
        name,
        kilobytes(bytes),
        kilobytes(bytesLater),
        spread(ms, 1),
        ratio(median(ms), median(stripe.ms)),
      ]),
  ]);
  const without = functions.filter(({ name }) => !needsStripe(name));
  const slow = without.filter(({ ms }) => median(ms) >= CLAIMED_SHARE * median(stripe.ms));
  const names = slow.map(({ name }) => `; not ${name}`).join('');
  claim(
    slow.length === 0,
    `${without.length} functions start without Stripe's SDK, each in under a quarter of its CPU time${names}`,
  );
} finally {
  await rm(directory, { recursive: true, force: true });
}
