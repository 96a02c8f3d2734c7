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
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readEdition } from '../../netlify/guides/blobs-editions.ts';
import { runCommand } from '../commands/run-command.ts';
import { copyProject } from '../project.ts';
import { sessionsFrom } from '../shop/seed.ts';
import { newFolder, run } from './commands.ts';
import { contentsOf, guideIn } from './contents.ts';
import { FILES, openShops } from './sold.ts';

const [GUIDE] = FILES;

const [shop, target] = await openShops(3);
const whole = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
await shop.backUp(whole);
afterAll(() => rmSync(whole, { recursive: true }));

let folder: string;
beforeEach(async () => {
  folder = newFolder();
  cpSync(whole, folder, { recursive: true });
  await target.empty();
});

/** The command ends with one line, with no secret in it. */
const expectRefusal = (ended: Awaited<ReturnType<typeof run>>, says: RegExp): void => {
  expect(ended.code).toBe(1);
  expect(ended.err).toMatch(says);
  expect(ended.err.trim().split('\n')).toHaveLength(1);
  const { UPSTASH_REDIS_REST_TOKEN: token, NETLIFY_AUTH_TOKEN: auth } = shop.outside.environment;
  for (const secret of [token, auth]) expect(ended.err + ended.out).not.toContain(secret);
};

/** The restore is refused, and the shop is as it was. */
const expectNoRestore = async (
  says: RegExp,
  environment: NodeJS.ProcessEnv = target.outside.environment,
): Promise<void> => {
  const before = await contentsOf(target);
  expectRefusal(await run('restore', { environment }, folder), says);
  expect(await contentsOf(target)).toEqual(before);
};

const manifest = () => path.join(folder, 'manifest.json');
const aFile = (kind: string): string => {
  const { files } = JSON.parse(readFileSync(manifest(), 'utf8'));
  return path.join(folder, files.find(({ name }: { name: string }) => name.startsWith(kind)).name);
};

const changeOrder = (): void => {
  const text = readFileSync(aFile('orders'), 'utf8');
  writeFileSync(aFile('orders'), text.replace('9', '8'));
};

test.each<[string, () => void, RegExp]>([
  ['without a manifest', () => rmSync(manifest()), /has no manifest.json/],
  ['with half a manifest', () => truncateSync(manifest(), 40), /can’t be read/],
  ['with an order changed', changeOrder, /orders-.* in .* was changed. Nothing was restored/],
  ['without an edition', () => rmSync(aFile('editions')), /editions\/.* is missing/],
])('a backup %s restores nothing and says why', async (_, damage, says) => {
  damage();
  await expectNoRestore(says);
});

const publishEarlier = async (): Promise<void> => {
  await target.restore(folder);
  const [earlier] = (await guideIn(target, GUIDE)).record.editions.slice(1);
  const bytes = await readEdition(GUIDE, earlier?.id ?? '');
  // When an edition became current is known to the second.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await target.publish(GUIDE, new Uint8Array(bytes ?? new ArrayBuffer()));
};

test.each<[string, () => Promise<unknown>, string]>([
  ['an order of its own', () => target.keep(sessionsFrom(9, 1)), 'orders'],
  [
    'a guide of its own',
    () => target.publish(GUIDE, new TextEncoder().encode('%PDF')),
    `editions of ${GUIDE}`,
  ],
  ['gone back to an edition since', publishEarlier, `editions of ${GUIDE}`],
])('a shop that has %s is not restored into', async (_, change, what) => {
  await change();
  const says = `dev has ${what} that the backup doesn’t have. Nothing was restored.`;
  await expectNoRestore(new RegExp(says));
});

test('a restore wants one folder', async () => {
  for (const folders of [[], ['one', 'two']]) {
    expectRefusal(await run('restore', target.outside, ...folders), /Name the folder/);
  }
});

const NAMES = Object.keys(shop.outside.environment).filter((name) => name !== 'NETLIFY_API_URL');

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    'what is missing',
    Object.fromEntries(NAMES.map((name) => [name, ''])),
    new RegExp(`${NAMES.map((name) => `${name} is missing`).join('; ')}. Set it in .env`),
  ],
  ['another Redis', { UPSTASH_REDIS_REST_TOKEN: 'wrong' }, /Redis refused .*the read-only token/],
  ['another token', { NETLIFY_AUTH_TOKEN: 'wrong' }, /Netlify Blobs refused .*NETLIFY_SITE_ID/],
  ['no Redis', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }, /Redis didn’t respond/],
])('both commands tell of %s, and write nothing', async (_, change, says) => {
  const to = path.join(newFolder(), 'new');
  const environment = { ...shop.outside.environment, ...change };
  expectRefusal(await run('backup', { environment }, '--context=dev', `--to=${to}`), says);
  expect(existsSync(to)).toBe(false);
  await expectNoRestore(says, { ...target.outside.environment, ...change });
});

test('a backup of a shop that has nothing is none', async () => {
  const to = path.join(newFolder(), 'new');
  const ended = await run('backup', shop.outside, `--to=${to}`);
  expectRefusal(ended, /no orders or guides in production-live.*--context/);
  expect(existsSync(to)).toBe(false);
});

test('the settings of .env count, and a day has a folder that others cannot read', async () => {
  const { root, write, remove } = copyProject();
  onTestFinished(remove);
  const settings = Object.entries(shop.outside.environment);
  write('.env', settings.map((entry) => entry.join('=')).join('\n'));
  const ended = await runCommand('backup/backup', ['--context=dev'], { cwd: root });
  expect(ended).toMatchObject({ code: 0, err: '' });
  const [day = ''] = readdirSync(path.join(root, 'backup'));
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  const inside = path.join(root, 'backup', day);
  const modeOf = (name: string): number => statSync(path.join(inside, name)).mode & 0o777;
  expect(modeOf('')).toBe(0o700);
  const files = readdirSync(inside).filter((name) => name !== 'editions');
  expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o600]);
});
