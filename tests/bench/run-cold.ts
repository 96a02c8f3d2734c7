import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../netlify/local/settings.ts';
import { bundle } from '../build/bundled.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';
import { type Figures, optionsOf, takeTurns, printTable } from './measure.ts';

/**
 * The CPU time that `import` of each function's bundle takes in a process of its own, beside that of Stripe's SDK.
 */
const { rounds } = optionsOf({ rounds: 7 });

/** Without the start of the process. CPU time, since other load distorts the clock. */
const IMPORT = `
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
process.exit();
`;

const importOnce = async (specifier: string): Promise<Figures> => {
  const args = ['--input-type=module', '--eval', IMPORT, specifier];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return { cpu: Number(stdout) };
};

const directory = await mkdtemp(path.join(tmpdir(), 'bench-cold-'));
try {
  const bundled = await bundle(path.join(directory, 'functions'), {
    context: 'dev',
    notFoundPage: '',
    shellPage: '',
    ...PLAIN_MAILS,
  });
  const imported = [
    ['stripe', 'stripe'],
    ...bundled.map(({ name, file }) => [name, file] as const),
  ] as const;
  const subjects = Object.fromEntries(
    imported.map(([name, specifier]) => [name, () => importOnce(specifier)]),
  );
  await takeTurns(1, subjects); // reads the files once
  const taken = await takeTurns(rounds, subjects);
  const base = taken('stripe', 'cpu');
  const rows = bundled.map(({ name }) => ({
    what: name,
    figures: taken(name, 'cpu'),
    base,
  }));
  printTable('ms of the processor', ['function', "import 'stripe'"], rows);
} finally {
  await rm(directory, { recursive: true, force: true });
}
