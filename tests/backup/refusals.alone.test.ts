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
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readEdition } from '../../netlify/guides/blobs-editions.ts';
import { copyProject } from '../project.ts';
import { sessionsFrom } from '../shop/seed.ts';
import { newFolder, run, runApart } from './commands.ts';
import { contentsOf, guideIn } from './contents.ts';
import { FILES, sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';

const [GUIDE] = FILES;

let shop: Stores;
let target: Stores;
let whole: string;
/** A copy of the whole backup for each test. */
let folder: string;

beforeAll(async () => {
  [shop, target] = await Promise.all([openStores(), openStores()]);
  await sellIn(shop, 3);
  whole = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  await shop.backUp(whole);
});
beforeEach(async () => {
  folder = newFolder();
  cpSync(whole, folder, { recursive: true });
  await target.empty();
});
afterAll(async () => {
  await Promise.all([shop.close(), target.close()]);
  rmSync(whole, { recursive: true });
});

/** The command ends with one line, with no secret in it. */
const expectRefusal = (ended: Awaited<ReturnType<typeof run>>, says: string | RegExp): void => {
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(says);
  expect(ended.err.trim().split('\n')).toHaveLength(1);
  const { UPSTASH_REDIS_REST_TOKEN: token, NETLIFY_AUTH_TOKEN: auth } = shop.outside.environment;
  for (const secret of [token, auth]) expect(ended.err + ended.out).not.toContain(secret);
};

/** The restore is refused, and the shop is as it was. */
const expectNoRestore = async (
  stores: Stores,
  says: string | RegExp,
  environment: NodeJS.ProcessEnv = stores.outside.environment,
): Promise<void> => {
  const before = await contentsOf(stores);
  expectRefusal(await run('restore', { environment }, folder), says);
  expect(await contentsOf(stores)).toEqual(before);
};

const manifestFile = () => path.join(folder, 'manifest.json');
const aFile = (kind: string): string => {
  const { files } = JSON.parse(readFileSync(manifestFile(), 'utf8'));
  return path.join(folder, files.find(({ name }: { name: string }) => name.startsWith(kind)).name);
};
const changeOrder = (): void => {
  const text = readFileSync(aFile('orders'), 'utf8');
  writeFileSync(aFile('orders'), text.replace('9', '8'));
};

test.each<[string, () => void, RegExp]>([
  ['without a manifest', () => rmSync(manifestFile()), /has no manifest.json/],
  ['with half a manifest', () => truncateSync(manifestFile(), 40), /can’t be read/],
  [
    'with an order changed',
    changeOrder,
    /orders-.*.ndjson in .* was changed. Nothing was restored/,
  ],
  ['with half an edition', () => truncateSync(aFile('editions'), 100), /was changed/],
  ['without an edition', () => rmSync(aFile('editions')), /editions\/.* is missing/],
])('a backup %s restores nothing and says why', async (_, damage, says) => {
  damage();
  await expectNoRestore(target, says);
});

/** Makes the first edition of all current once more. */
const publishEarlier = async (stores: Stores): Promise<void> => {
  await stores.restore(folder);
  const [earlier] = (await guideIn(stores, GUIDE)).record.editions.slice(1);
  const bytes = await readEdition(GUIDE, earlier?.id ?? '');
  // When an edition became current is known to the second.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await stores.publish(GUIDE, new Uint8Array(bytes ?? new ArrayBuffer()));
};

test.each<[string, (stores: Stores) => Promise<unknown>, string]>([
  ['an order of its own', ({ keep }) => keep(sessionsFrom(9, 1)), 'orders'],
  [
    'a guide of its own',
    ({ publish }) => publish(GUIDE, Buffer.from('%PDF')),
    `editions of ${GUIDE}`,
  ],
  ['gone back to an edition since', publishEarlier, `editions of ${GUIDE}`],
])('a shop that has %s is not restored into', async (_, change, what) => {
  await change(target);
  const says = `dev has ${what} that the backup doesn’t have. Nothing was restored.`;
  await expectNoRestore(target, says);
});

test('a restore wants one folder', async () => {
  for (const folders of [[], ['one', 'two']]) {
    expectRefusal(await run('restore', target.outside, ...folders), /Name the folder/);
  }
});

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    'what is missing',
    {
      UPSTASH_REDIS_REST_URL: '',
      UPSTASH_REDIS_REST_TOKEN: '',
      NETLIFY_SITE_ID: '',
      NETLIFY_AUTH_TOKEN: '',
    },
    /REST_URL is missing; UPSTASH_REDIS_REST_TOKEN is missing; NETLIFY_SITE_ID is missing; NETLIFY_AUTH_TOKEN is missing. Set it in .env/,
  ],
  [
    'another Redis',
    { UPSTASH_REDIS_REST_TOKEN: 'wrong' },
    /Redis refused .*Don’t use the read-only token/,
  ],
  [
    'another token',
    { NETLIFY_AUTH_TOKEN: 'wrong' },
    /Netlify Blobs refused .*status 401.*NETLIFY_SITE_ID/,
  ],
  ['no Redis', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }, /Redis didn’t respond/],
])('both tell of %s, and write nothing', async (_, change, says) => {
  const to = path.join(newFolder(), 'new');
  const environment = { ...shop.outside.environment, ...change };
  expectRefusal(await run('backup', { environment }, '--context=dev', `--to=${to}`), says);
  expect(existsSync(to)).toBe(false);
  await expectNoRestore(target, says, { ...target.outside.environment, ...change });
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
