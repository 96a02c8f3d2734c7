import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../netlify/local/settings.ts';
import { bundle } from '../build/bundled.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';
import { type Figures, optionOf, printTable, takeTurns } from './measure.ts';

/**
 * The CPU time that `import` of each function's bundle takes in a process of its own, beside that of Stripe's SDK.
 */
const STRIPE = { name: "import 'stripe'", file: 'stripe' };

/** Without the start of the process. CPU time, since other load distorts the clock. */
const IMPORT = `
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
process.exit();
`;

const directory = await mkdtemp(path.join(tmpdir(), 'bench-cold-'));
try {
  const known = { context: 'dev', notFoundPage: '', shellPage: '', ...PLAIN_MAILS };
  const bundled = await bundle(path.join(directory, 'functions'), known);
  const turn = async (): Promise<Figures> => {
    const figures: Record<string, number> = {};
    for (const { name, file } of [STRIPE, ...bundled]) {
      const args = ['--input-type=module', '--eval', IMPORT, file];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
      figures[name] = Number(stdout);
    }
    return figures;
  };
  await turn(); // reads the files once
  const taken = await takeTurns(optionOf('rounds', 7), turn);
  const rows = bundled.map(({ name }) => [name, taken(name), taken(STRIPE.name)] as const);
  printTable('ms of the processor', STRIPE.name, rows);
} finally {
  await rm(directory, { recursive: true, force: true });
}
