import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getStore } from '@netlify/blobs';
import { expect, onTestFinished, test } from 'vitest';
import { ACTIVE, productOf } from '../catalogue.ts';
import { buy, control, expectStatus } from '../shop/buying.ts';
import { archiveLink, bytesOf, granted, linkTo, sha256, stored } from '../shop/downloading.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { unzip } from '../shop/unzip.ts';

const shop = await openTestShop();

const NAMES = ACTIVE.map(({ file_name: name }) => name);
const BUNDLE = productOf('bundle').file_name;

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
if (!hasUnzip) console.log('Skipped: the archive read by unzip, which this machine has not.');

/** The store as it was, once the test is over. */
const restoreAfterwards = async (fileName: string): Promise<void> => {
  const store = getStore('guides-dev');
  const { data, metadata } = await store.getWithMetadata(fileName, { type: 'arrayBuffer' });
  onTestFinished(async () => void (await store.set(fileName, data, { metadata })));
};

const describeAs = async (fileName: string, changes: object): Promise<void> => {
  await restoreAfterwards(fileName);
  const store = getStore('guides-dev');
  const { data, metadata } = await store.getWithMetadata(fileName, { type: 'arrayBuffer' });
  await store.set(fileName, data, { metadata: { ...metadata, ...changes } });
};

test('the bundle is one ZIP file of exactly the length that it says, with every file as it is', async () => {
  const { archive } = await granted(shop, 'bundle', await buy(shop, 'bundle'));
  expect(archive).toEqual({
    downloadUrl: expect.stringMatching(/^\/api\/files\//),
    fileName: BUNDLE.replace(/pdf$/, 'zip'),
  });
  const response = await shop.call(archive?.downloadUrl ?? '');
  const bytes = await bytesOf(response);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const files = unzip(bytes);
  expect(files.map(({ name }) => name)).toEqual(NAMES);
  for (const { name, data } of files) expect(sha256(data)).toBe(sha256(await stored(name)));
});

test.runIf(hasUnzip)('the archive is sound to a common unpacker', async () => {
  const bytes = await bytesOf(await shop.call(await archiveLink(shop, await buy(shop, 'bundle'))));
  const directory = await mkdtemp(path.join(tmpdir(), 'archive-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(path.join(directory, 'a.zip'), bytes);
  const { status, stdout } = spawnSync('unzip', ['-t', path.join(directory, 'a.zip')]);
  expect({ status, words: String(stdout) }).toMatchObject({
    status: 0,
    words: expect.stringContaining('No errors detected'),
  });
});

test('the same files make the same bytes and ETag for every buyer, any other file others', async () => {
  const links = [await buy(shop, 'bundle'), await buy(shop, 'bundle')].map((session) =>
    archiveLink(shop, session),
  );
  const [one, other] = await Promise.all(
    links.map(async (link) => {
      const response = await shop.call(await link);
      return { etag: response.headers.get('etag'), sha256: sha256(await bytesOf(response)) };
    }),
  );
  expect(one).toEqual(other);
  await describeAs(NAMES[1] ?? '', { sha256: '0'.repeat(64) });
  const changed = await shop.call((await links[0]) ?? '', { method: 'HEAD' });
  expect(changed.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
  expect(changed.headers.get('etag')).not.toBe(one?.etag);
});

const published = (since: string) =>
  describeAs(NAMES[1] ?? '', { edition: { id: 'an edition', since } });

test('each file is dated by the day since when buyers get it, and so is the ETag', async () => {
  const link = await archiveLink(shop, await buy(shop, 'bundle'));
  const fetched = async () => {
    const response = await shop.call(link);
    return { etag: response.headers.get('etag'), files: unzip(await bytesOf(response)) };
  };
  const sample = await fetched();
  await published('2026-03-07T09:00:00.000Z');
  const before = await fetched();
  expect(before.files[1]?.day).toBe('2026-03-07');
  expect(before.files[0]?.day).toBe(sample.files[0]?.day);
  expect(before.etag).not.toBe(sample.etag);
  await published('2026-03-07T18:00:00.000Z');
  expect(await fetched()).toEqual(before);
});

test('the archive put together from parts is the archive, wherever it is cut', async () => {
  const link = await archiveLink(shop, await buy(shop, 'bundle'));
  const whole = await bytesOf(await shop.call(link));
  const cuts = [0, 1, 40, 90_000, 400_000, whole.length - 300, whole.length - 1, whole.length];
  const parts = cuts.slice(1).map(async (end, i) => {
    const headers = { range: `bytes=${cuts[i]}-${end - 1}` };
    return bytesOf(await shop.call(link, { headers }));
  });
  expect(sha256(Buffer.concat(await Promise.all(parts)))).toBe(sha256(whole));
});

test('a part of the archive opens only the files that it touches', async () => {
  const link = await archiveLink(shop, await buy(shop, 'bundle'));
  const calls = async (range: string): Promise<number> => {
    const before = shop.callsTo('blobs');
    await bytesOf(await shop.call(link, { headers: { range } }));
    return shop.callsTo('blobs') - before - NAMES.length; // each is asked about first
  };
  expect(await calls('bytes=0-9')).toBe(0);
  expect(await calls('bytes=100-199')).toBe(1);
  expect(await calls('bytes=-10')).toBe(0);
  expect(await calls('bytes=0-')).toBe(NAMES.length);
});

test.each(['guide-1', 'guide-2', 'guide-3'])(
  'there is no archive with %s, which is a file alone',
  async (id) => {
    expect(await granted(shop, id, await buy(shop, 'bundle'))).not.toHaveProperty('archive');
  },
);

test('no archive leaves a guide out: with one missing there is none, and the other files stay', async () => {
  const session = await buy(shop, 'bundle');
  const link = await archiveLink(shop, session);
  await restoreAfterwards(NAMES[2] ?? '');
  await getStore('guides-dev').delete(NAMES[2] ?? '');
  const answer = await granted(shop, 'bundle', session);
  expect(answer).toEqual({ files: [expect.objectContaining({ fileName: BUNDLE })] });
  await expectProblem(await shop.call(link), 404, 'file_not_found');
  expect((await shop.call(await linkTo(shop, 'guide-1', session))).status).toBe(200);
});

test('no archive is made that Netlify would cut off', async () => {
  const session = await buy(shop, 'bundle');
  const link = await archiveLink(shop, session);
  await describeAs(NAMES[0] ?? '', { size: 18_000_000 });
  expect(await archiveLink(shop, session)).not.toBe('');
  await describeAs(NAMES[1] ?? '', { size: 1_900_000 });
  expect(await archiveLink(shop, session)).toBe('');
  await expectProblem(await shop.call(link), 404, 'file_not_found');
});

test('a guide whose checksum is not known is sold, and is in no archive', async () => {
  const session = await buy(shop, 'bundle');
  await describeAs(NAMES[0] ?? '', { crc32: undefined });
  expect(await archiveLink(shop, session)).toBe('');
  expect((await shop.call(await linkTo(shop, 'guide-1', session))).status).toBe(200);
});

test('a guide that is replaced in the middle breaks the archive off, rather than mixing editions', async () => {
  const link = await archiveLink(shop, await buy(shop, 'bundle'));
  const response = await shop.call(link);
  await describeAs(BUNDLE, { sha256: '0'.repeat(64) });
  await expect(response.arrayBuffer()).rejects.toThrow('replaced');
});

test('after a full refund the archive is closed too, by a link from before it as well', async () => {
  const session = await buy(shop, 'bundle');
  const link = await archiveLink(shop, session);
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  await expectProblem(await shop.call(link), 403, 'access_denied');
});
