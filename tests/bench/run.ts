import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';

/**
 * `npm run bench` runs all parts. `npm run bench -- moments --rounds=3` runs one part with options.
 * Exits with 1 if a part fails.
 */
const PARTS: Readonly<Record<string, string>> = {
  pages: 'pages/run.ts',
  moments: 'run-moments.ts',
  cold: 'run-cold.ts',
  orders: 'run-orders.ts',
};

const [name, ...options] = process.argv.slice(2);
const chosen = name === undefined ? Object.keys(PARTS) : [name];

const [processor] = cpus();
const day = new Date().toISOString().slice(0, 10);
console.log(`${day}, ${availableParallelism()} x ${processor?.model.trim()}, ${process.version}`);

for (const part of chosen) {
  const file = PARTS[part];
  if (!file)
    throw new Error(`Unknown part "${part}". Available parts: ${Object.keys(PARTS).join(', ')}.`);
  console.log(`\n# ${part}\n`);
  const script = path.join(import.meta.dirname, file);
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
