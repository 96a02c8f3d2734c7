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
import { soldGuide } from '../catalog.ts';
import { runHere } from '../commands/run-command.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';
import { ordersIn } from '../shop/stored.ts';
import { needs } from '../tools.ts';
import { NETLIFY, guidesIn, guidesOf, newFolder, serveNetlifyApi } from './stores.ts';

/** A restore writes 100 lines at a time. The announcement makes the backup longer than that. */
const ORDERS = 100;
const { redis } = await openTestShop();
const blobs = newFolder(afterAll);
serveNetlifyApi(blobs);
Object.assign(process.env, NETLIFY);

const backUp = (args: readonly string[], env = {}) => runHere(backup, { args, env });
const restoreWith = (args: readonly string[], env = {}) => runHere(restore, { args, env });

const empty = async (): Promise<void> => {
  openStores('dev');
  await redis.flushall();
  rmSync(blobs, { recursive: true, force: true });
};

/** The order data and the guide files in the `dev` context. */
const contents = async () => ({ orders: await ordersIn(redis), guides: await guidesIn('dev') });

/** Stores orders with notes, an announcement in progress, and guides. */
const sell = async (): Promise<void> => {
  await empty();
  await saveAll(seedsFrom(0, ORDERS - 20));
  // For each product, the index stores only the time of a buyer's latest order.
  await saveAll(seedsFrom(ORDERS - 20, 20, { buyer: 'b'.repeat(32) }));
  const sent = { is: 'sent', at: 1_768_480_000, detail: 'an id' };
  const withReceipts = seedFor(0);
  await redis.hset(`order:dev:${withReceipts.id}`, {
    receipt: sent,
    'copy:1': { ...sent, isOwn: true },
  });
  const withdrawn = seedFor(1);
  await noteWithdrawal({ sessionId: withdrawn.id, ...withdrawn.sale, ...NO_NOTES }, [
    `withdrawal:${withdrawn.id}`,
  ]);
  const forgotten = seedFor(2);
  await forgetBuyer(forgotten.id);
  const awaitsFiles = seedFor(3);
  await noteAwaitedFiles({ sessionId: awaitsFiles.id, ...awaitsFiles.sale, ...NO_NOTES }, []);
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

/** Expects a one-line error without secrets. */
const expectRefusal = (result: Awaited<ReturnType<typeof backUp>>, says: RegExp): void => {
  expect(result.code).toBe(1);
  expect(result.err).toMatch(says);
  expect(result.err.trim().split('\n')).toHaveLength(1);
  const { UPSTASH_REDIS_REST_TOKEN: token = '' } = process.env;
  for (const secret of [token, NETLIFY.NETLIFY_AUTH_TOKEN]) {
    expect(result.err + result.out).not.toContain(secret);
  }
};

/** Expects the restore to fail without changing anything. */
const expectNoRestore = async (says: RegExp, env = {}): Promise<void> => {
  const before = await contents();
  expectRefusal(await restoreWith([folder], env), says);
  expect(await contents()).toEqual(before);
};

describe('a backup', () => {
  test('prints the folder and the number of orders and guide files', () => {
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(`dev: ${ORDERS} orders and 3 guide files, in ${whole}`);
  });

  test('makes the backup readable only by the account that created it', () => {
    const names = ['', 'guides', 'backup.json', 'redis.ndjson', 'guides/Guide%201.pdf'];
    const modes = names.map((name) => statSync(path.join(whole, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600, 0o600]);
  });
});

describe('a restore', needs('redis-server'), () => {
  test('restores the orders and the guides', async () => {
    const { code, out, err } = await restoreWith([folder]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^dev now contains the backup from 20/);
    expect(await contents()).toEqual(sold);
  });

  test('restores no jobs', async () => {
    expect(hadJobs).toBe(2);
    await restoreWith([folder]);
    expect(await redis.exists('jobs:dev', 'bulk:dev')).toBe(0);
  });

  // An order that was paid before this time gets no second receipt.
  test('sets the store’s creation time to the time of the restore', async () => {
    const startedAt = Math.floor(Date.now() / 1000);
    await restoreWith([folder]);
    expect(Number(await redis.get('store-created:dev'))).toBeGreaterThanOrEqual(startedAt);
  });

  test('restores the orders to another context', async () => {
    await restoreWith(['--context=production-live', folder]);
    expect(await redis.zcard('orders:production-live')).toBe(ORDERS);
    expect(await redis.keys('*:dev*')).toEqual([]);
  });

  test('restores the guides to the store of another context', async () => {
    await restoreWith(['--context=production-live', folder]);
    expect(await guidesIn('production')).toEqual(sold.guides);
  });

  test('does not replace existing guide files', async () => {
    await guidesOf('dev').set('Guide 1.pdf', '%PDF mine');
    const before = await guidesIn('dev');
    const { code, out } = await restoreWith([folder]);
    expect(code).toBe(0);
    expect(out).toContain('Guide 1.pdf already exists');
    expect(await guidesIn('dev')).toEqual({ ...sold.guides, ...before });
  });

  test('refuses to restore into a shop that has orders', async () => {
    await saveAll(seedsFrom(ORDERS, 1));
    await expectNoRestore(/dev has orders. Nothing was restored. Restore into a new database/);
  });

  test('refuses to restore a shop twice in a row', async () => {
    await restoreWith([folder]);
    await expectNoRestore(/dev has orders. Nothing was restored/);
  });
});

test('backs up the live context by default', needs('redis-server'), async () => {
  await restoreWith(['--context=production-live', folder]);
  const { out } = await backUp([`--to=${newFolder()}`]);
  expect(out).toContain(`production-live: ${ORDERS} orders and 3 guide files`);
});

/** Makes SCAN return each key twice, which Redis may do. */
const repeatScannedKeys = (): void => {
  const originalFetch = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = originalFetch));
  globalThis.fetch = async (input, init) => {
    const response = await originalFetch(input, init);
    if (!String(init?.body).includes('"scan"')) return response;
    const results = await response.json();
    for (const { result } of results) result[1] = [...result[1], ...result[1]];
    return Response.json(results, { headers: response.headers });
  };
};

const backUpTo = async (to: string) => (await backUp(['--context=dev', `--to=${to}`])).out;

describe('a backup of more than one SCAN page', needs('redis-server'), () => {
  /** SCAN returns about 200 keys at a time, so this many orders fill at least three pages. */
  const MANY_ORDERS = 450;
  beforeEach(() => saveAll(seedsFrom(0, MANY_ORDERS)));

  test('backs up every order from several SCAN pages', async () => {
    const to = newFolder();
    expect(await backUpTo(to)).toContain(`dev: ${MANY_ORDERS} orders`);
    const before = await ordersIn(redis);
    await empty();
    expect(await restoreWith([to])).toMatchObject({ code: 0 });
    expect(await ordersIn(redis)).toEqual(before);
  });

  test('backs up an order only once if SCAN returns it twice', async () => {
    repeatScannedKeys();
    const to = newFolder();
    expect(await backUpTo(to)).toContain(`dev: ${MANY_ORDERS} orders`);
    const lines = readFileSync(path.join(to, 'redis.ndjson'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(MANY_ORDERS);
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

type Damage = {
  readonly name: string;
  readonly damage: () => void;
  readonly says: RegExp;
};

test.each<Damage>([
  {
    name: 'without backup.json',
    damage: drop('backup.json'),
    says: /no readable .*backup.json/,
  },
  {
    name: 'with a changed order',
    damage: changeOrder,
    says: /redis.ndjson in .* was changed. Nothing was restored/,
  },
  {
    name: 'without a guide’s hash',
    damage: dropHash('guides/Guide%201.pdf'),
    says: /Guide%201.pdf in .* has no hash/,
  },
  {
    name: 'without the orders’ hash',
    damage: dropHash('redis.ndjson'),
    says: /redis.ndjson in .* has no hash/,
  },
  {
    name: 'with a missing guide file',
    damage: drop('guides/Guide%201.pdf'),
    says: /guides\/Guide%201.pdf in .* is missing/,
  },
])('restores nothing from a backup $name and says why', async ({ damage, says }) => {
  damage();
  await expectNoRestore(says);
});

const SETTING_NAMES = [
  'UPSTASH_REDIS_REST_URL',
  'UPSTASH_REDIS_REST_TOKEN',
  ...Object.keys(NETLIFY),
];
const NO_SETTINGS = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
const ALL_MISSING = new RegExp(SETTING_NAMES.map((name) => `${name} is missing`).join('; '));

type WrongSettings = {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly says: RegExp;
};

describe.each<WrongSettings>([
  { name: 'missing settings', settings: NO_SETTINGS, says: ALL_MISSING },
  {
    name: 'a wrong Redis token',
    settings: { UPSTASH_REDIS_REST_TOKEN: 'wrong' },
    says: /the token of the same database again/,
  },
  {
    name: 'a wrong Netlify token',
    settings: { NETLIFY_AUTH_TOKEN: 'wrong' },
    says: /Netlify Blobs didn’t .*NETLIFY_SITE_ID/,
  },
  {
    name: 'an unreachable Redis server',
    settings: { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' },
    says: /Redis didn’t respond/,
  },
])('with $name', ({ name, settings, says }) => {
  test(`backs up nothing with ${name} and says why`, async () => {
    const to = newFolder();
    expectRefusal(await backUp(['--context=dev', `--to=${to}`], settings), says);
    expect(existsSync(to)).toBe(false);
  });

  test(`restores nothing with ${name} and says why`, async () => {
    await expectNoRestore(says, settings);
  });
});

test.each([
  { name: 'without a folder', folders: [] },
  { name: 'from two folders', folders: ['one', 'two'] },
])('refuses to restore $name', async ({ folders }) => {
  expectRefusal(await restoreWith(folders), /Specify one backup folder/);
});

test('refuses to back up into an existing folder', async () => {
  await saveAll(seedsFrom(0, 1));
  const result = await backUp(['--context=dev', `--to=${folder}`]);
  expectRefusal(result, /already exists. Choose a new folder: --to=/);
});

test('refuses to back up a context without orders or guides', async () => {
  await saveAll(seedsFrom(0, 1));
  const to = newFolder();
  expectRefusal(await backUp([`--to=${to}`]), /no orders or guides in production-live.*--context/);
  expect(existsSync(to)).toBe(false);
});

test.each([
  { where: 'in the project', to: () => path.join(ROOT, 'saved') },
  { where: 'in a subfolder of the project', to: () => path.join(ROOT, 'content', 'backup') },
  { where: 'with a name similar to backup/', to: () => path.join(ROOT, 'backup-2') },
  {
    where: 'behind a symbolic link to the project',
    to: () => {
      const link = newFolder();
      symlinkSync(ROOT, link);
      return path.join(link, 'saved');
    },
  },
])('refuses to back up to a folder $where', async ({ to }) => {
  await saveAll(seedsFrom(0, 1));
  const refused = to();
  onTestFinished(() => rmSync(refused, { recursive: true, force: true }));
  const result = await backUp(['--context=dev', `--to=${refused}`]);
  expectRefusal(result, /inside the project.*--to=backup\/<name>/);
  expect(existsSync(refused)).toBe(false);
});

test('accepts a new folder in backup/, which Git ignores', async () => {
  const to = path.join(ROOT, 'backup', 'new');
  // The folder is accepted. The next check rejects the empty context, so nothing is written.
  expectRefusal(await backUp(['--context=dev', `--to=${to}`]), /no orders or guides/);
});

test('waits more than two minutes for a slow guide file', async () => {
  await guidesOf('dev').set('Guide 1.pdf', '%PDF mine');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const originalFetch = globalThis.fetch;
  onTestFinished(() => {
    vi.useRealTimers();
    globalThis.fetch = originalFetch;
  });
  let slowCalls = 0;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('Guide%201.pdf')) {
      slowCalls += 1;
      vi.advanceTimersByTime(150_000);
      init?.signal?.throwIfAborted();
    }
    return originalFetch(input, init);
  };
  const { code, err } = await backUp(['--context=dev', `--to=${newFolder()}`]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(slowCalls).toBeGreaterThan(0);
});
