import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStores } from '../../netlify/commands/stores.ts';
import { beginAnnouncement } from '../../netlify/jobs/announce.ts';
import { unsubscribe } from '../../netlify/mail/unsubscribe.ts';
import { countFetch, forgetBuyer, noteWithdrawal, setAccess } from '../../netlify/orders/notes.ts';
import { type Order, NO_NOTES } from '../../netlify/orders/order.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { needs } from '../tools.ts';
import { openTestShop } from '../shop/shop.ts';
import { contentsOf, guidesIn, newFolder, openFromOutside, run, writeGuide } from './stores.ts';

/** A restore writes 100 lines at a time, and the announcement is one of them. */
const ORDERS = 100;
const { redis } = await openTestShop();
const { environment: ENVIRONMENT, empty } = openFromOutside(redis);
const BYTES = new Uint8Array(randomBytes(5000));
const orderOf = (n: number): Order => {
  const { id, sale } = seedFor(n);
  return { sessionId: id, ...sale, ...NO_NOTES };
};

/** Orders with each kind of note, an announcement under way, and guides. */
const sell = async (): Promise<void> => {
  await empty();
  await saveAll(seedsFrom(0, ORDERS - 20));
  // Of a buyer's orders of one product, the index has the last.
  await saveAll(seedsFrom(ORDERS - 20, 20, { buyer: 'b'.repeat(32) }));
  const [first, second, third] = [orderOf(0), orderOf(1), orderOf(2)];
  await setAccess(first, 'blocked');
  await countFetch(first.sessionId, 'guide-1');
  const sent = { is: 'sent', at: 1_768_480_000, detail: 'an id' };
  await redis.hset(`order:dev:${first.sessionId}`, {
    receipt: sent,
    'copy:1': { ...sent, isOwn: true },
  });
  await noteWithdrawal(second, [`withdrawal:${second.sessionId}`]);
  await forgetBuyer(third.sessionId);
  await unsubscribe('a'.repeat(32));
  await beginAnnouncement({ edition: 'e-1', product: 'guide-1', since: 2e9, changes: 'New.' });
  await writeGuide('Guide 1.pdf', BYTES);
  await writeGuide('editions/Guide 1.pdf/e-1', BYTES);
  await writeGuide('records/Guide 1.pdf.json', new TextEncoder().encode('{"editions":[]}'));
};

await sell();
const sold = await contentsOf(redis);
const hadJobs = await redis.exists('jobs:dev', 'bulk:dev');

const whole = newFolder(afterAll);
const made = await run('backup', ENVIRONMENT, '--context=dev', `--to=${whole}`);

let folder: string;
beforeEach(async () => {
  folder = newFolder();
  cpSync(whole, folder, { recursive: true });
  await empty();
});

/** The command ends with one line, with no secret in it. */
const expectRefusal = (ended: Awaited<ReturnType<typeof run>>, says: RegExp): void => {
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(says);
  expect(ended.err.trim().split('\n')).toHaveLength(1);
  const { UPSTASH_REDIS_REST_TOKEN: token, NETLIFY_AUTH_TOKEN: auth } = ENVIRONMENT;
  for (const secret of [token, auth]) expect(ended.err + ended.out).not.toContain(secret);
};

/** The restore is refused, and the shop is as it was. */
const expectNoRestore = async (says: RegExp, environment = ENVIRONMENT): Promise<void> => {
  const before = await contentsOf(redis);
  expectRefusal(await run('restore', environment, folder), says);
  expect(await contentsOf(redis)).toEqual(before);
};

describe('a restore', needs('redis-server'), () => {
  test('brings back everything but the jobs, and the shop counts as new', async () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(`dev: ${ORDERS} orders and 3 guide files, in ${whole}`);
    const startedAt = Math.floor(Date.now() / 1000);
    const { code, out, err } = await run('restore', ENVIRONMENT, folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^dev now has the backup of 20/);
    expect(await contentsOf(redis)).toEqual(sold);
    expect(Number(await redis.get('store-created:dev'))).toBeGreaterThanOrEqual(startedAt);
    expect(hadJobs).toBe(2);
    expect(await redis.exists('jobs:dev', 'bulk:dev')).toBe(0);
  });

  test('can be into another context, with its guides', async () => {
    await run('restore', ENVIRONMENT, '--context=production-live', folder);
    expect(await redis.zcard('orders:production-live')).toBe(ORDERS);
    expect(await redis.keys('*:dev*')).toEqual([]);
    openStores('production-live');
    expect(await guidesIn()).toEqual(sold.guides);
    const { out } = await run('backup', ENVIRONMENT, `--to=${newFolder()}`);
    expect(out).toContain(`production-live: ${ORDERS} orders and 3 guide files`);
  });

  test('keeps guide files that exist', async () => {
    await writeGuide('Guide 1.pdf', new TextEncoder().encode('%PDF mine'));
    const before = (await guidesIn())['Guide 1.pdf'];
    const { code, out } = await run('restore', ENVIRONMENT, folder);
    expect([code, out]).toEqual([0, expect.stringContaining('Guide 1.pdf is there already')]);
    openStores('dev');
    expect(await guidesIn()).toEqual({ ...sold.guides, 'Guide 1.pdf': before });
  });

  test('overwrites no shop that has orders, not even by its own backup', async () => {
    await saveAll(seedsFrom(ORDERS, 1));
    await expectNoRestore(/dev has orders. Nothing was restored. Restore into a new database/);
    await empty();
    await run('restore', ENVIRONMENT, folder);
    await expectNoRestore(/dev has orders/);
  });
});

const inside = (name: string): string => path.join(folder, name);
const drop = (name: string) => () => rmSync(inside(name));
const changeOrder = (): void => {
  const text = readFileSync(inside('redis.ndjson'), 'utf8');
  writeFileSync(inside('redis.ndjson'), text.replace('9', '8'));
};

test.each<[string, () => void, RegExp]>([
  ['without backup.json', drop('backup.json'), /no readable backup.json/],
  ['with an order changed', changeOrder, /redis.ndjson in .* was changed. Nothing was restored/],
  ['without a guide', drop('guides/Guide%201.pdf'), /guides\/Guide%201.pdf in .* is missing/],
])('a backup %s restores nothing and says why', async (_, damage, says) => {
  damage();
  await expectNoRestore(says);
});

const NAMES = Object.keys(ENVIRONMENT).filter((name) => name !== 'NETLIFY_API_URL');
const NOTHING = Object.fromEntries(NAMES.map((name) => [name, '']));

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['what is missing', NOTHING, new RegExp(NAMES.map((name) => `${name} is missing`).join('; '))],
  ['another Redis', { UPSTASH_REDIS_REST_TOKEN: 'wrong' }, /Redis didn’t .*the read-only token/i],
  ['another token', { NETLIFY_AUTH_TOKEN: 'wrong' }, /Netlify Blobs didn’t .*NETLIFY_SITE_ID/],
  ['no Redis', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }, /Redis didn’t respond/],
])('both commands report %s, and write nothing', async (_, change, says) => {
  const to = newFolder();
  const environment = { ...ENVIRONMENT, ...change };
  expectRefusal(await run('backup', environment, '--context=dev', `--to=${to}`), says);
  expect(existsSync(to)).toBe(false);
  await expectNoRestore(says, environment);
});

test('a restore needs one folder, and a backup a new folder and something to save', async () => {
  for (const folders of [[], ['one', 'two']]) {
    expectRefusal(await run('restore', ENVIRONMENT, ...folders), /Name the folder/);
  }
  await saveAll(seedsFrom(0, 1));
  const mixed = await run('backup', ENVIRONMENT, '--context=dev', `--to=${folder}`);
  expectRefusal(mixed, /exists. Name a new one: --to=/);
  const to = newFolder();
  const ended = await run('backup', ENVIRONMENT, `--to=${to}`);
  expectRefusal(ended, /no orders or guides in production-live.*--context/);
  expect(existsSync(to)).toBe(false);
});

const modeOf = (name: string): number => statSync(path.join(whole, name)).mode & 0o777;

test('only the owner’s account can read a backup', () => {
  const files = ['backup.json', 'redis.ndjson', 'guides/Guide%201.pdf'];
  expect(['', 'guides', ...files].map(modeOf)).toEqual([0o700, 0o700, 0o600, 0o600, 0o600]);
});
