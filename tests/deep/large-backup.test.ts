import { randomFillSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, runApart } from '../backup/commands.ts';
import { guideIn, ordersIn } from '../backup/contents.ts';
import { type Stores, openStores } from '../backup/stores.ts';
import { productOf } from '../catalogue.ts';
import { sessionsFrom } from '../shop/seed.ts';

const GUIDES = [productOf('guide-1').file_name, productOf('bundle').file_name];
/** The most that a guide may have. */
const LARGE = 18 * 2 ** 20;

/** Memory that is free for reuse may stay with the process for a while. */
const MOST_GROWTH = 2;

/** Tells at the end how much memory the process had at most, in kB. */
const TELL_PEAK = 'process.on("exit", () => console.log("peak", process.resourceUsage().maxRSS))';

const measured = async (command: 'backup' | 'restore', stores: Stores, ...args: string[]) => {
  const startedAt = performance.now();
  const environment = {
    ...stores.outside.environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL_PEAK)}`,
  };
  const { code, out, err } = await runApart(command, { environment }, ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const peak = Number(/^peak (\d+)$/m.exec(out)?.[1]) / 1024;
  console.log(`${command}: ${seconds} s, ${peak.toFixed(0)} MiB at most. ${out}`);
  return peak;
};

const fill = async (stores: Stores, orders: number, editionsOfEach: number): Promise<void> => {
  await stores.keep(sessionsFrom(0, orders));
  for (const guide of GUIDES) {
    for (let edition = 0; edition < editionsOfEach; edition += 1) {
      await stores.publish(guide, randomFillSync(new Uint8Array(LARGE)));
    }
  }
};

const contentsOf = async (stores: Stores) => ({
  orders: await ordersIn(stores.redis),
  guides: [await guideIn(stores, GUIDES[0] ?? ''), await guideIn(stores, GUIDES[1] ?? '')],
});

let small: Stores;
let large: Stores;
beforeAll(async () => {
  small = await openStores();
  large = await openStores();
  await fill(small, 100, 3);
  await fill(large, 10_000, 10);
});
afterAll(async () => {
  await small.close();
  await large.close();
});

const move = async (from: Stores) => {
  const folder = newFolder();
  const to = await openStores();
  const backup = await measured('backup', from, '--context=dev', `--to=${folder}`);
  const restore = await measured('restore', to, folder);
  return { backup, restore, to };
};

test('10,000 orders and 20 editions are the same after it, and take little more memory than few', async () => {
  const few = await move(small);
  await few.to.close();
  const many = await move(large);
  expect(await contentsOf(many.to)).toEqual(await contentsOf(large));
  await many.to.close();
  expect(many.backup).toBeLessThan(MOST_GROWTH * few.backup);
  expect(many.restore).toBeLessThan(MOST_GROWTH * few.restore);
});
