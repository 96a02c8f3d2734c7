import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { say } from './figures.ts';

/**
 * `npm run bench`: its parts one after the other, each beside its baseline.
 * `npm run bench -- moments --rounds=3`: one part, with its options. Ends with 1 where one does not hold what is
 * claimed of it.
 */
type Part = {
  readonly file: string;
  readonly about: string;
};

const PARTS: Readonly<Record<string, Part>> = {
  pages: { file: 'pages/run.ts', about: 'pages, next to an empty one' },
  moments: { file: 'run-moments.ts', about: 'what a buyer waits for, next to a plain form' },
  cold: { file: 'run-cold.ts', about: "cold starts, next to import 'stripe'" },
  orders: { file: 'run-orders.ts', about: 'orders, among a thousand and a million' },
};

const [name, ...options] = process.argv.slice(2);
const chosen = Object.entries(PARTS).filter(([part]) => name === undefined || part === name);
if (chosen.length === 0) {
  say(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}

const [processor] = cpus();
const day = new Date().toISOString().slice(0, 10);
const cores = `${availableParallelism()} cores of ${processor?.model.trim() ?? 'some processor'}`;
say(`${day}, ${cores}, Node ${process.version}\n`);

const run = async ({ file }: Part): Promise<boolean> => {
  const script = path.join(import.meta.dirname, file);
  const child = spawn(process.execPath, [script, ...options], { stdio: 'inherit' });
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
