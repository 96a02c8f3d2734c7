import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { say } from './figures.ts';

/**
 * `npm run bench`: the first five parts one after the other, each beside its baseline.
 * `npm run bench -- functions --rounds=3`: one part, with its options. Ends with 1 where one does not hold what is
 * claimed of it.
 */
type Part = {
  readonly file: string;
  readonly about: string;
  /** For Node. */
  readonly flags?: readonly string[];
  /** Runs only when it is named. */
  readonly isExtra?: true;
};

const COLLECT = ['--expose-gc'];

const PARTS: Readonly<Record<string, Part>> = {
  pages: { file: 'pages/run.ts', about: 'pages, next to an empty page and a single-page app' },
  functions: { file: 'run-functions.ts', about: 'functions, next to the plainest handlers' },
  cold: { file: 'run-cold.ts', about: "cold starts, next to import 'stripe'" },
  first: {
    file: 'run-first-calls.ts',
    about: 'first calls as Netlify deploys them, next to a plain function',
    isExtra: true,
  },
  builds: { file: 'run-builds.ts', about: 'builds, by guides' },
  orders: { file: 'run-orders.ts', about: 'orders, among a thousand and a million' },
  moments: {
    file: 'run-moments.ts',
    about: 'the moments a buyer waits for, next to a plain form',
    isExtra: true,
  },
  load: {
    file: 'run-load.ts',
    about: 'many buyers at once, next to one alone',
    flags: COLLECT,
    isExtra: true,
  },
  stamp: {
    file: 'run-stamp.ts',
    about: 'downloads with their order’s line, next to the same without',
    isExtra: true,
  },
  csv: { file: 'run-csv.ts', about: 'the export, by orders', flags: COLLECT, isExtra: true },
};

const [name, ...options] = process.argv.slice(2);
const chosen = Object.entries(PARTS).filter(([part, { isExtra }]) =>
  name === undefined ? !isExtra : part === name,
);
if (chosen.length === 0) {
  say(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}

const [processor] = cpus();
const day = new Date().toISOString().slice(0, 10);
const cores = `${availableParallelism()} cores of ${processor?.model.trim() ?? 'some processor'}`;
say(`${day}, ${cores}, Node ${process.version}\n`);

const run = async ({ file, flags = [] }: Part): Promise<boolean> => {
  const script = path.join(import.meta.dirname, file);
  if (!existsSync(script)) throw new Error(`${file} is missing`);
  const child = spawn(process.execPath, [...flags, script, ...options], { stdio: 'inherit' });
  const [status] = await once(child, 'close');
  return status === 0;
};

const failed: string[] = [];
for (const [part, which] of chosen) {
  say(`\n# ${part}: ${which.about}\n\n`);
  if (!(await run(which))) failed.push(part);
}
if (failed.length > 0) say(`\nNot all is as claimed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
