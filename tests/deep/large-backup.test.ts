import { randomFillSync } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contentsOf } from '../backup/contents.ts';
import { type Stores, newFolder, openStores } from '../backup/stores.ts';
import { runCommand } from '../commands/run-command.ts';
import { copyProject } from '../project.ts';
import { saveAll, seedsFrom } from '../shop/seed.ts';
import { needs } from '../tools.ts';

/** The most that a guide may have. */
const LARGE = 18 * 2 ** 20;

/** Memory that is free for reuse may stay with the process for a while. */
const MOST_GROWTH = 2;

const PRINT_PEAK = 'process.on("exit", () => console.log("peak", process.resourceUsage().maxRSS))';

/** Runs a command in a process of its own. Returns the most memory that it had. */
const peakOf = async (command: 'backup' | 'restore', stores: Stores, ...args: string[]) => {
  const env = {
    ...process.env,
    ...stores.outside.environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRINT_PEAK)}`,
  };
  const { code, out, err } = await runCommand(command, args, { env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return Number(/^peak (\d+)$/m.exec(out)?.[1]);
};

/** Fills a shop and moves it into another one. */
const move = async (orders: number, editions: number) => {
  const [from, to] = await Promise.all([openStores(), openStores()]);
  from.openHere();
  await saveAll(seedsFrom(0, orders));
  for (let edition = 0; edition < editions; edition += 1) {
    await from.writeGuide(`editions/Guide.pdf/${edition}`, randomFillSync(new Uint8Array(LARGE)));
  }
  const folder = newFolder();
  const backup = await peakOf('backup', from, '--context=dev', `--to=${folder}`);
  const restore = await peakOf('restore', to, folder);
  expect(await contentsOf(to)).toEqual(await contentsOf(from));
  await Promise.all([from.close(), to.close()]);
  return { backup, restore };
};

test(
  '10,000 orders and six guides of 18 MB are the same after it, and take little more memory than few',
  needs('redis-server'),
  async () => {
    const few = await move(100, 2);
    const many = await move(10_000, 6);
    expect(many.backup).toBeLessThan(MOST_GROWTH * few.backup);
    expect(many.restore).toBeLessThan(MOST_GROWTH * few.restore);
  },
);

test('the settings of .env count, and each backup has a folder of its own', async () => {
  const stores = await openStores();
  const { root, write, remove } = copyProject();
  onTestFinished(async () => {
    remove();
    await stores.close();
  });
  stores.openHere();
  await saveAll(seedsFrom(0, 1));
  const settings = Object.entries(stores.outside.environment);
  write('.env', settings.map((entry) => entry.join('=')).join('\n'));
  const ended = await runCommand('backup', ['--context=dev'], { cwd: root });
  expect(ended).toMatchObject({ code: 0, err: '' });
  const [minute = ''] = readdirSync(path.join(root, 'backup'));
  expect(minute).toMatch(/^\d{4}(-\d\d){4}$/);
  expect(existsSync(path.join(root, 'backup', minute, 'backup.json'))).toBe(true);
});
