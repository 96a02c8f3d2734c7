import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEdition } from '../../netlify/guides/blobs-editions.ts';
import { copyProject } from '../project.ts';
import { sessionsFrom } from '../shop/seed.ts';
import { newFolder, run, runApart } from './commands.ts';
import { guideIn, ordersIn } from './contents.ts';
import { FILES, sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';

let shop: Stores;
let target: Stores;
let folder: string;
let whole: string;
const [GUIDE] = FILES;

beforeAll(async () => {
  [shop, target] = await Promise.all([openStores(), openStores()]);
  await sellIn(shop, 3);
  whole = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  await run('backup', shop.outside, '--context=dev', `--to=${whole}`);
});
afterAll(async () => {
  await shop.close();
  await target.close();
  rmSync(whole, { recursive: true });
});

const contentsOf = async (stores: Stores) => ({
  orders: await ordersIn(stores.redis),
  guides: await Promise.all(FILES.map((file) => guideIn(stores, file))),
});

/** A copy of the backup for the test that calls it. */
const copyBackup = (): void => {
  folder = newFolder();
  cpSync(whole, folder, { recursive: true });
};

/** Of words that end the command: one line, with no secret in it. */
const expectRefusal = (ended: Awaited<ReturnType<typeof run>>, says: string | RegExp): void => {
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(says);
  expect(ended.err.trim().split('\n')).toHaveLength(1);
  const { UPSTASH_REDIS_REST_TOKEN: token, NETLIFY_AUTH_TOKEN: auth } = shop.outside.environment;
  for (const secret of [token, auth]) expect(ended.err + ended.out).not.toContain(secret);
};

const inFolder = (name: string): string => path.join(folder, name);
const manifest = () => JSON.parse(readFileSync(inFolder('manifest.json'), 'utf8'));
const aFile = (kind: string): string =>
  inFolder(manifest().files.find(({ name }: { name: string }) => name.startsWith(kind)).name);

const DAMAGES: readonly [string, () => void, string][] = [
  ['without a manifest', () => rmSync(inFolder('manifest.json')), 'has no manifest.json'],
  ['with half a manifest', () => truncateSync(inFolder('manifest.json'), 40), 'can’t be read'],
  [
    'with an order changed',
    () => {
      const orders = aFile('orders');
      const text = readFileSync(orders, 'utf8');
      writeFileSync(orders, text.replace('"paid', '"Paid').replace('9', '8'));
    },
    'orders-.*.ndjson in .* was changed. Nothing was restored',
  ],
  ['with half an edition', () => truncateSync(aFile('editions'), 100), 'was changed'],
  ['without an edition', () => rmSync(aFile('editions')), 'editions/.* is missing'],
];

describe('a restore', () => {
  test.each(DAMAGES)('of a folder %s changes nothing and says why', async (_, damage, says) => {
    copyBackup();
    damage();
    expectRefusal(await run('restore', target.outside, folder), new RegExp(says));
    expect(await ordersIn(target.redis)).toEqual({});
  });

  const OTHERS: readonly [string, (stores: Stores) => Promise<unknown>, string][] = [
    ['an order', ({ keep }) => keep(sessionsFrom(9, 1)), 'dev has orders that'],
    [
      'a guide',
      ({ publish }) => publish(GUIDE, new TextEncoder().encode('%PDF another')),
      `dev has editions of ${GUIDE} that`,
    ],
  ];
  test.each(OTHERS)('into a shop that has %s of its own is refused', async (_, sell, says) => {
    copyBackup();
    const stores = await openStores();
    await sell(stores);
    const before = await contentsOf(stores);
    const ended = await run('restore', stores.outside, folder);
    expectRefusal(ended, new RegExp(`${says} the backup doesn’t have. Nothing was restored.`));
    expect(await contentsOf(stores)).toEqual(before);
    await stores.close();
  });

  test('of an older backup does not take back which edition buyers get', async () => {
    copyBackup();
    const [earlier] = (await guideIn(shop, GUIDE)).record.editions.slice(1);
    const bytes = await readEdition(GUIDE, earlier?.id ?? '');
    // When an edition became current is known to the second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await shop.publish(GUIDE, new Uint8Array(bytes ?? new ArrayBuffer()));
    const before = await contentsOf(shop);
    expectRefusal(await run('restore', shop.outside, folder), /has editions of/);
    expect(await contentsOf(shop)).toEqual(before);
  });

  test('wants one folder', async () => {
    for (const folders of [[], ['one', 'two']]) {
      expectRefusal(await run('restore', target.outside, ...folders), /Name the folder/);
    }
  });
});

type Change = Readonly<Record<string, string>>;

const SETTINGS: readonly [string, Change, string][] = [
  [
    'what is missing',
    {
      UPSTASH_REDIS_REST_URL: '',
      UPSTASH_REDIS_REST_TOKEN: '',
      NETLIFY_SITE_ID: '',
      NETLIFY_AUTH_TOKEN: '',
    },
    'UPSTASH_REDIS_REST_URL is missing; UPSTASH_REDIS_REST_TOKEN is missing; NETLIFY_SITE_ID is missing; NETLIFY_AUTH_TOKEN is missing. Set it in .env',
  ],
  [
    'another Redis',
    { UPSTASH_REDIS_REST_TOKEN: 'wrong' },
    'Redis refused .*Don’t use the read-only token',
  ],
  [
    'another token',
    { NETLIFY_AUTH_TOKEN: 'wrong' },
    'Netlify Blobs refused .*status 401.*NETLIFY_SITE_ID',
  ],
  ['no Redis', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }, 'Redis didn’t respond'],
];

describe.each(SETTINGS)('of %s', (_, change, says) => {
  test('a backup tells, and writes nothing', async () => {
    const to = path.join(newFolder(), 'new');
    const environment = { ...shop.outside.environment, ...change };
    expectRefusal(
      await run('backup', { environment }, '--context=dev', `--to=${to}`),
      new RegExp(says),
    );
    expect(existsSync(to)).toBe(false);
  });

  test('a restore tells, and changes nothing', async () => {
    copyBackup();
    const environment = { ...target.outside.environment, ...change };
    expectRefusal(await run('restore', { environment }, folder), new RegExp(says));
    expect(await contentsOf(target)).toMatchObject({ orders: {}, guides: [{ current: null }, {}] });
  });
});

test('a backup of a shop that has nothing is none', async () => {
  const to = path.join(newFolder(), 'new');
  const ended = await run('backup', shop.outside, `--to=${to}`);
  expectRefusal(ended, /no orders or guides in production-live.*--context/);
  expect(existsSync(to)).toBe(false);
});

test('what stands in .env counts, and a day has a folder that others cannot read', async () => {
  const project = copyProject();
  onTestFinished(project.remove);
  const lines = Object.entries(shop.outside.environment).map((entry) => entry.join('='));
  project.write('.env', lines.join('\n'));
  const absent = Object.keys(shop.outside.environment).map((name) => [name, undefined]);
  const place = { root: project.root, environment: Object.fromEntries(absent) };
  expect(await runApart('backup', place, '--context=dev')).toMatchObject({ code: 0, err: '' });
  const [day = ''] = readdirSync(path.join(project.root, 'backup'));
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  const modeOf = (name: string): string =>
    (statSync(path.join(project.root, 'backup', day, name)).mode & 0o777).toString(8);
  expect(modeOf('')).toBe('700');
  const files = readdirSync(path.join(project.root, 'backup', day)).filter((n) => n !== 'editions');
  expect(files.map(modeOf)).toEqual(['600', '600', '600', '600']);
});
