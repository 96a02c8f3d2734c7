import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../netlify/local/settings.ts';
import { bundle } from '../build/bundled.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';
import { type Measurements, measure } from './measure.ts';

/**
 * Measures the CPU time of importing each function's bundle in a new process, without the startup
 * of the process. The baseline is importing Stripe's SDK. Other load on the machine would distort
 * elapsed time, but not CPU time.
 */
const IMPORT = `
const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
process.exit();
`;

const directory = await mkdtemp(path.join(tmpdir(), 'bench-cold-'));
try {
  const pages = { notFoundPage: '', formerly: {}, promises: {}, shellPage: '' };
  const known = { context: 'dev', ...pages, ...PLAIN_MAILS };
  const bundled = await bundle(path.join(directory, 'functions'), known);
  const timeOf = async (file: string): Promise<number> => {
    const args = ['--input-type=module', '--eval', IMPORT, file];
    return Number((await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout);
  };
  const measureRound = async (): Promise<Measurements> => {
    const stripe = await timeOf('stripe');
    const results: Measurements = {};
    for (const { name, file } of bundled) {
      results[`${name}, ms`] = { measured: await timeOf(file), baseline: stripe };
    }
    return results;
  };
  await measureRound(); // Fills the file cache.
  await measure("import 'stripe'", 7, measureRound);
} finally {
  await rm(directory, { recursive: true, force: true });
}
