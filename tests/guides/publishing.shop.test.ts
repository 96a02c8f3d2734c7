import { randomBytes } from 'node:crypto';
import { getStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import { publishSampleGuides } from '../../netlify/local/sample-guides.ts';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import { PRODUCTS, fileNameOf } from '../catalog.ts';
import { restoreEdition } from '../../netlify/guides/editions.ts';
import { byDepth } from '../depth.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, putEdition, sha256, stored, storedEdition } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import type { Meet } from '../shop/runs.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A file that nobody has published yet. Its bytes need not be a PDF, since only the check before publishing reads them. */
const newGuide = () => new Uint8Array(randomBytes(16));

/** Publishes a new file. Returns its hash. */
const publishNew = async (name = 'New.pdf'): Promise<string> => {
  const bytes = newGuide();
  expect(await putEdition({ bytes, name })).toBe(true);
  return sha256(bytes);
};

const countKept = async (): Promise<number> => {
  const { blobs } = await getStore('guides-dev').list({ prefix: `${GUIDE.fileName}/` });
  return blobs.filter(({ key }) => key.endsWith('.pdf')).length;
};

/** The hashes of the owner's list of editions, current first. Expects each to be stored whole, and listed once. */
const hashes = async (): Promise<string[]> => {
  const { current, earlier } = await owner.files();
  if (!current || current.isSample) throw new Error('no edition is current');
  const editions = [current, ...earlier];
  const listed = editions.map(({ sha256: hash }) => hash);
  expect(sha256(await stored(GUIDE.fileName))).toBe(current.sha256);
  const kept = await Promise.all(editions.map(({ id }) => storedEdition(GUIDE.fileName, id)));
  expect(kept.map(sha256)).toEqual(listed);
  expect(new Set(listed).size).toBe(listed.length);
  return listed;
};

const restore = (edition: string, product: string = GUIDE.product) =>
  owner.post(`/api/admin/guides/${product}/restore`, { edition });

const open = (product: string, query: Record<string, string> = {}) =>
  owner.call(`/api/admin/guides/${product}/file?${new URLSearchParams(query)}`);

const dropGuide = (product: string) =>
  getStore('guides-dev').delete(`${fileNameOf(product)}/record.json`);

test('the list marks samples, and a local start keeps uploads', async () => {
  await dropGuide('guide-3');
  const { products } = await (await owner.call('/api/admin/guides')).json();
  expect(products.map(({ id }: GuideFiles) => id)).toEqual(PRODUCTS.map(({ id }) => id));
  const { byteLength: size } = await stored(GUIDE.fileName);
  const current = { isSample: true, size, since: null, copies: null };
  expect(products[0]).toMatchObject({ file_name: GUIDE.fileName, current, earlier: [] });
  expect(products[2]).toMatchObject({ current: null, earlier: [] });

  const mine = await publishNew();
  await publishSampleGuides();
  expect(sha256(await stored(GUIDE.fileName))).toBe(mine);
});

test('of two first files that are published at once, none is lost', async () => {
  await dropGuide(GUIDE.product);
  const files = [newGuide(), newGuide()];
  await Promise.all(files.map((bytes) => putEdition({ bytes })));
  expect((await hashes()).toSorted()).toEqual(files.map(sha256).toSorted());
});

const failed = new TypeError('fetch failed');

const MEETINGS = [
  ['publishes', 'the process ends before'],
  ['publishes', 'another owner uploads before'],
  ['restores', 'another owner uploads before'],
  ['publishes', 'the answer is lost of'],
  ['publishes', 'another owner uploads the same before'],
  ['restores', 'the process ends before'],
] as const;

test.each(MEETINGS.slice(0, byDepth(4, 6)))(
  'no edition is lost while an owner %s and %s any call',
  async (act, what) => {
    vi.spyOn(console, 'error').mockReturnValue();
    let [at, isMet] = [0, true];
    for (; isMet; at += byDepth(3, 1)) {
      const [old, recent] = [await publishNew(), await publishNew()];
      const mine = newGuide();
      const rival = what.includes('the same') ? mine : newGuide();
      const [earlier] = (await owner.files()).earlier;
      const rivals: string[] = [];
      let calls = 0;
      const meet: Meet = async (call, send) => {
        calls = call + 1;
        if (what === 'the process ends before' && call >= at) throw failed;
        if (what.startsWith('another owner') && call === at) {
          rivals.push(sha256(rival));
          await putEdition({ bytes: rival });
        }
        const answer = await send();
        if (what === 'the answer is lost of' && call === at) throw failed;
        return answer;
      };
      const work = () =>
        act === 'publishes'
          ? putEdition({ bytes: mine })
          : restoreEdition(GUIDE.fileName, earlier?.id ?? '');
      const isDone = await shop.runOnce(work, meet).catch(() => false);
      isMet = calls > at;
      const wanted = act === 'publishes' ? sha256(mine) : old;
      const [current = ''] = await hashes();
      expect(isDone ? [wanted, ...rivals] : [wanted, recent, ...rivals]).toContain(current);
      // An edition that buyers got is kept, even if its upload failed.
      const next = await publishNew();
      expect(await hashes()).toEqual(
        expect.arrayContaining([next, current, recent, old, ...rivals]),
      );
      await putEdition({ bytes: mine });
      expect(sha256(await stored(GUIDE.fileName))).toBe(sha256(mine));
    }
    expect(at).toBeGreaterThan(2);
  },
);

const refuseRecords: Meet = async (_call, send, { method, url }) => {
  if (method === 'PUT' && url.endsWith('record.json')) throw failed;
  return send();
};

test('five earlier editions are kept, and no failed upload takes the place of one', async () => {
  for (let n = 0; n < 7; n += 1) await publishNew();
  const [before, keptBefore] = [await hashes(), await countKept()];
  expect(before).toHaveLength(6);
  for (let n = 0; n < 3; n += 1) {
    const publishing = shop.runOnce(publishNew, refuseRecords);
    await expect(publishing).rejects.toThrow(/unavailable/i);
  }
  expect(await hashes()).toEqual(before);
  const newest = await publishNew();
  expect(await hashes()).toEqual([newest, ...before.slice(0, 5)]);
  expect(await countKept()).toBe(keptBefore + 3);
});

test('an earlier edition can be opened and restored, and the current one is kept', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const [old, last] = [await publishNew('Old.pdf'), await publishNew('Recent.pdf')];
  const [wanted] = (await owner.files()).earlier;
  const current = await open(GUIDE.product);
  expect(Object.fromEntries(current.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^inline; filename="Money-Smart-Kids-Ages-6/),
    'content-type': 'application/pdf',
  });
  const opened = await open(GUIDE.product, { edition: wanted?.id ?? '' });
  expect([sha256(await bytesOf(current)), sha256(await bytesOf(opened))]).toEqual([last, old]);

  const now = 1000 * Math.ceil(Date.now() / 1000 + 60);
  vi.useFakeTimers({ toFake: ['Date'], now });
  const after: GuideFiles = await (await restore(wanted?.id ?? '')).json();
  expect(after).toEqual(await owner.files());
  const since = new Date(now).toISOString();
  expect(after.current).toMatchObject({ uploadedAs: 'Old.pdf', sha256: old, since });
  expect(after.earlier[0]).toMatchObject({ uploadedAs: 'Recent.pdf', sha256: last });
  const link = await linkTo(shop, GUIDE.product, session);
  expect(sha256(await bytesOf(await shop.call(link)))).toBe(old);
});

test('a missing edition is neither restored nor opened', async () => {
  const [earlier] = (await owner.files()).earlier;
  for (const edition of ['x', '../../records/x', '']) {
    const opened = await open(GUIDE.product, { edition });
    await expectProblem(opened, 404, 'edition_not_found');
  }
  await expectProblem(await restore('../records/x'), 404, 'edition_not_found');
  await expectProblem(await restore(earlier?.id ?? '', 'bundle'), 404, 'edition_not_found');
  await dropGuide('bundle');
  await expectProblem(await open('bundle'), 404, 'file_not_found');
});
