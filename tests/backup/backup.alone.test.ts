import { soldGuide } from '../catalog.ts';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { run as backup } from '../../netlify/commands/backup.ts';
import { run as restore } from '../../netlify/commands/restore.ts';
import { openStores } from '../../netlify/commands/stores.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { beginAnnouncement } from '../../netlify/jobs/announcements.ts';
import { unsubscribe } from '../../netlify/mail/unsubscribe.ts';
import { noteAwaitedFiles, noteWithdrawal } from '../../netlify/orders/notes.ts';
import { forgetBuyer } from '../../netlify/orders/forget.ts';
import { NO_NOTES } from '../../netlify/orders/order.ts';
import { runHere } from '../commands/run-command.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';
import { ordersIn } from '../shop/stored.ts';
import { needs } from '../tools.ts';
import { NETLIFY, guidesIn, guidesOf, newFolder, serveNetlifyApi } from './stores.ts';

/** A restore writes 100 lines at a time, and the announcement is one of them. */
const ORDERS = 100;
const { redis } = await openTestShop();
const blobs = newFolder(afterAll);
serveNetlifyApi(blobs);
Object.assign(process.env, NETLIFY);

const backUp = (args: readonly string[], env = {}) => runHere(backup, { args, env });
const restoreBy = (args: readonly string[], env = {}) => runHere(restore, { args, env });

const empty = async (): Promise<void> => {
  openStores('dev');
  await redis.flushall();
  rmSync(blobs, { recursive: true, force: true });
};

/** The orders' data and the guides of `dev`. */
const contents = async () => ({ orders: await ordersIn(redis), guides: await guidesIn('dev') });

/** Orders with notes, an announcement under way, and guides. */
const sell = async (): Promise<void> => {
  await empty();
  await saveAll(seedsFrom(0, ORDERS - 20));
  // Of a buyer's orders of one product, the index has the last.
  await saveAll(seedsFrom(ORDERS - 20, 20, { buyer: 'b'.repeat(32) }));
  const [first, second, third, fourth] = [seedFor(0), seedFor(1), seedFor(2), seedFor(3)];
  const sent = { is: 'sent', at: 1_768_480_000, detail: 'an id' };
  await redis.hset(`order:dev:${first.id}`, { receipt: sent, 'copy:1': { ...sent, isOwn: true } });
  const withdrawn = { sessionId: second.id, ...second.sale, ...NO_NOTES };
  await noteWithdrawal(withdrawn, [`withdrawal:${second.id}`]);
  await forgetBuyer(third.id);
  await noteAwaitedFiles({ sessionId: fourth.id, ...fourth.sale, ...NO_NOTES }, []);
  await unsubscribe('a'.repeat(32));
  await beginAnnouncement({
    edition: 'e-1',
    sold: soldGuide('guide-1'),
    since: 2e9,
    changes: 'New.',
  });
  const guides = guidesOf('dev');
  const bytes = new Uint8Array(randomBytes(5000)).buffer;
  await guides.set('Guide 1.pdf', bytes);
  await guides.set('editions/Guide 1.pdf/e-1', bytes);
  await guides.set('records/Guide 1.pdf.json', '{"editions":[]}');
};

await sell();
const sold = await contents();
const hadJobs = await redis.exists('jobs:dev', 'bulk:dev');

const whole = newFolder(afterAll);
const made = await backUp(['--context=dev', `--to=${whole}`]);

let folder: string;
beforeEach(async () => {
  folder = newFolder();
  cpSync(whole, folder, { recursive: true });
  await empty();
});

/** The command ends with one line, with no secret in it. */
const expectRefusal = (ended: Awaited<ReturnType<typeof backUp>>, says: RegExp): void => {
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(says);
  expect(ended.err.trim().split('\n')).toHaveLength(1);
  const { UPSTASH_REDIS_REST_TOKEN: token = '' } = process.env;
  for (const secret of [token, NETLIFY.NETLIFY_AUTH_TOKEN]) {
    expect(ended.err + ended.out).not.toContain(secret);
  }
};

/** The restore is refused, and the shop is as it was. */
const expectNoRestore = async (says: RegExp, env = {}): Promise<void> => {
  const before = await contents();
  expectRefusal(await restoreBy([folder], env), says);
  expect(await contents()).toEqual(before);
};

describe('a restore', needs('redis-server'), () => {
  test('brings back everything but the jobs, and the shop counts as new', async () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(`dev: ${ORDERS} orders and 3 guide files, in ${whole}`);
    const startedAt = Math.floor(Date.now() / 1000);
    const { code, out, err } = await restoreBy([folder]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^dev now has the backup of 20/);
    expect(await contents()).toEqual(sold);
    expect(Number(await redis.get('store-created:dev'))).toBeGreaterThanOrEqual(startedAt);
    expect(hadJobs).toBe(2);
    expect(await redis.exists('jobs:dev', 'bulk:dev')).toBe(0);
  });

  test('can be into another context, with its guides', async () => {
    await restoreBy(['--context=production-live', folder]);
    expect(await redis.zcard('orders:production-live')).toBe(ORDERS);
    expect(await redis.keys('*:dev*')).toEqual([]);
    expect(await guidesIn('production')).toEqual(sold.guides);
    const { out } = await backUp([`--to=${newFolder()}`]);
    expect(out).toContain(`production-live: ${ORDERS} orders and 3 guide files`);
  });

  test('keeps guide files that exist', async () => {
    await guidesOf('dev').set('Guide 1.pdf', '%PDF mine');
    const before = await guidesIn('dev');
    const { code, out } = await restoreBy([folder]);
    expect([code, out]).toEqual([0, expect.stringContaining('Guide 1.pdf is there already')]);
    expect(await guidesIn('dev')).toEqual({ ...sold.guides, ...before });
  });

  test('overwrites no shop that has orders', async () => {
    await saveAll(seedsFrom(ORDERS, 1));
    await expectNoRestore(/dev has orders. Nothing was restored. Restore into a new database/);
  });
});

const inside = (name: string): string => path.join(folder, name);
const drop = (name: string) => () => rmSync(inside(name));
const changeOrder = (): void => {
  const text = readFileSync(inside('redis.ndjson'), 'utf8');
  writeFileSync(inside('redis.ndjson'), text.replace('9', '8'));
};

const dropHash = (name: string) => () => {
  const manifest = JSON.parse(readFileSync(inside('backup.json'), 'utf8'));
  delete manifest.sha256[name];
  writeFileSync(inside('backup.json'), JSON.stringify(manifest));
};

test.each<[string, () => void, RegExp]>([
  ['without backup.json', drop('backup.json'), /no readable backup.json/],
  ['with an order changed', changeOrder, /redis.ndjson in .* was changed. Nothing was restored/],
  ['without a guide’s hash', dropHash('guides/Guide%201.pdf'), /Guide%201.pdf in .* has no hash/],
  ['without the orders’ hash', dropHash('redis.ndjson'), /redis.ndjson in .* has no hash/],
  ['without a guide', drop('guides/Guide%201.pdf'), /guides\/Guide%201.pdf in .* is missing/],
])('a backup %s restores nothing and says why', async (_, damage, says) => {
  damage();
  await expectNoRestore(says);
});

const NAMES = ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN', ...Object.keys(NETLIFY)];
const NOTHING = Object.fromEntries(NAMES.map((name) => [name, '']));

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['what is missing', NOTHING, new RegExp(NAMES.map((name) => `${name} is missing`).join('; '))],
  ['another Redis', { UPSTASH_REDIS_REST_TOKEN: 'wrong' }, /the token of the same database again/],
  ['another token', { NETLIFY_AUTH_TOKEN: 'wrong' }, /Netlify Blobs didn’t .*NETLIFY_SITE_ID/],
  ['no Redis', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }, /Redis didn’t respond/],
])('both commands report %s, and write nothing', async (_, change, says) => {
  const to = newFolder();
  expectRefusal(await backUp(['--context=dev', `--to=${to}`], change), says);
  expect(existsSync(to)).toBe(false);
  await expectNoRestore(says, change);
});

test('a restore needs one folder, and a backup a new folder and something to save', async () => {
  for (const folders of [[], ['one', 'two']]) {
    expectRefusal(await restoreBy(folders), /Name the folder/);
  }
  await saveAll(seedsFrom(0, 1));
  const mixed = await backUp(['--context=dev', `--to=${folder}`]);
  expectRefusal(mixed, /exists. Name a new one: --to=/);
  const to = newFolder();
  expectRefusal(await backUp([`--to=${to}`]), /no orders or guides in production-live.*--context/);
  expect(existsSync(to)).toBe(false);
});

test.each([
  { where: 'in the project', to: () => path.join(ROOT, 'saved') },
  { where: 'in a folder of the project', to: () => path.join(ROOT, 'content', 'backup') },
  { where: 'beside backup/, with a similar name', to: () => path.join(ROOT, 'backup-2') },
  {
    where: 'behind a link to the project',
    to: () => {
      const link = newFolder();
      symlinkSync(ROOT, link);
      return path.join(link, 'saved');
    },
  },
])('a backup is not written to a folder $where', async ({ to }) => {
  await saveAll(seedsFrom(0, 1));
  const refused = to();
  onTestFinished(() => rmSync(refused, { recursive: true, force: true }));
  const ended = await backUp(['--context=dev', `--to=${refused}`]);
  expectRefusal(ended, /inside the project.*--to=backup\/<name>/);
  expect(existsSync(refused)).toBe(false);
});

test('a backup may be written to a folder of backup/, which git ignores', async () => {
  const to = path.join(ROOT, 'backup', 'new');
  // The next check refuses it, so that this test writes nothing there.
  expectRefusal(await backUp(['--context=dev', `--to=${to}`]), /no orders or guides/);
});

test('a guide may take longer to read than a list', async () => {
  await guidesOf('dev').set('Guide 1.pdf', '%PDF mine');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outside = globalThis.fetch;
  onTestFinished(() => {
    vi.useRealTimers();
    globalThis.fetch = outside;
  });
  let slowCalls = 0;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('Guide%201.pdf')) {
      slowCalls += 1;
      vi.advanceTimersByTime(150_000);
      init?.signal?.throwIfAborted();
    }
    return outside(input, init);
  };
  const { code, err } = await backUp(['--context=dev', `--to=${newFolder()}`]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(slowCalls).toBeGreaterThan(0);
});

test('only the owner’s account can read a backup', () => {
  const names = ['', 'guides', 'backup.json', 'redis.ndjson', 'guides/Guide%201.pdf'];
  const modes = names.map((name) => statSync(path.join(whole, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600, 0o600]);
});
