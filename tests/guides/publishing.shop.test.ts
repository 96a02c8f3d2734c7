import { randomBytes } from 'node:crypto';
import { getStore } from '@netlify/blobs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publishSampleGuides } from '../../netlify/local/sample-guides.ts';
import type { Edition, GuideFiles } from '../../src/contract/guide-files.ts';
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

type Bytes = Uint8Array<ArrayBuffer>;

/** A new file. It does not have to be a PDF, since only the check before publishing reads it. */
const newGuide = (): Bytes => new Uint8Array(randomBytes(16));

/** Publishes a new file. Returns its hash. */
const publishNew = async (name = 'New.pdf'): Promise<string> => {
  const bytes = newGuide();
  expect(await putEdition({ bytes, name })).toBe(true);
  return sha256(bytes);
};

/** The hashes in the owner's list of editions, the current one first. */
const listedHashes = async (): Promise<string[]> => {
  const { current, earlier } = await owner.files();
  if (!current || current.isSample) throw new Error('no edition is current');
  return [current, ...earlier].map(({ sha256: hash }) => hash);
};

/** Expects the bytes of each edition to be stored, and each edition to be listed once. */
const expectAllStored = async (): Promise<void> => {
  const { current, earlier } = await owner.files();
  if (!current || current.isSample) throw new Error('no edition is current');
  const editions = [current, ...earlier];
  const bytes = await Promise.all(editions.map(({ id }) => storedEdition(GUIDE.fileName, id)));
  const hashes = editions.map(({ sha256: hash }) => hash);
  expect(bytes.map(sha256)).toEqual(hashes);
  expect(sha256(await stored(GUIDE.fileName))).toBe(current.sha256);
  expect(new Set(hashes).size).toBe(hashes.length);
};

const restore = (edition: string, product: string = GUIDE.product) =>
  owner.post(`/api/admin/guides/${product}/restore`, { edition });

const open = (product: string, query: Record<string, string> = {}) =>
  owner.call(`/api/admin/guides/${product}/file?${new URLSearchParams(query)}`);

const deleteRecord = (product: string) =>
  getStore('guides-dev').delete(`${fileNameOf(product)}/record.json`);

const listProducts = async (): Promise<GuideFiles[]> =>
  (await (await owner.call('/api/admin/guides')).json()).products;

describe('the list of guides', () => {
  test('lists all products in the order of the catalog', async () => {
    const products = await listProducts();
    expect(products.map(({ id }) => id)).toEqual(PRODUCTS.map(({ id }) => id));
  });

  test('marks a sample in the list of guides', async () => {
    const { byteLength: size } = await stored(GUIDE.fileName);
    const { current, earlier } = await owner.files();
    expect(current).toMatchObject({ isSample: true, size, since: null, copies: null });
    expect(earlier).toEqual([]);
  });

  test('lists no editions for a product without a file', async () => {
    await deleteRecord('guide-3');
    expect(await owner.files('guide-3')).toMatchObject({ current: null, earlier: [] });
  });
});

test('does not replace an uploaded guide with a sample when a local shop starts', async () => {
  const mine = await publishNew();
  await publishSampleGuides();
  expect(sha256(await stored(GUIDE.fileName))).toBe(mine);
});

test('publishes both files if a product’s first two uploads arrive at the same time', async () => {
  await deleteRecord(GUIDE.product);
  const files = [newGuide(), newGuide()];
  await Promise.all(files.map((bytes) => putEdition({ bytes })));
  expect((await listedHashes()).toSorted()).toEqual(files.map(sha256).toSorted());
  await expectAllStored();
});

const failed = new TypeError('fetch failed');

/**
 * Makes an incident happen at call number `at` of the owner's action. `rival` is a file that
 * another owner uploads.
 */
type Incident = (at: number, rival: Bytes) => Meet;

const processEnds: Incident = (at) => async (call, send) => {
  if (call >= at) throw failed;
  return send();
};

const responseIsLost: Incident = (at) => async (call, send) => {
  const response = await send();
  if (call === at) throw failed;
  return response;
};

const rivalUploads: Incident = (at, rival) => async (call, send) => {
  if (call === at) await putEdition({ bytes: rival });
  return send();
};

const INCIDENTS = [
  {
    action: 'publishes',
    incident: 'the process ends',
    meetAt: processEnds,
    rivalFile: 'none',
  },
  {
    action: 'publishes',
    incident: 'another owner uploads a different file',
    meetAt: rivalUploads,
    rivalFile: 'different',
  },
  {
    action: 'restores',
    incident: 'another owner uploads a different file',
    meetAt: rivalUploads,
    rivalFile: 'different',
  },
  {
    action: 'publishes',
    incident: 'a response is lost',
    meetAt: responseIsLost,
    rivalFile: 'none',
  },
  {
    action: 'publishes',
    incident: 'another owner uploads the same file',
    meetAt: rivalUploads,
    rivalFile: 'same',
  },
  {
    action: 'restores',
    incident: 'the process ends',
    meetAt: processEnds,
    rivalFile: 'none',
  },
] as const;

test.each(INCIDENTS.slice(0, byDepth(4, 6)))(
  'loses no edition if $incident during any service call while the owner $action one',
  async ({ action, meetAt, rivalFile }) => {
    vi.spyOn(console, 'error').mockReturnValue();
    let at = 0;
    for (let isMet = true; isMet; at += byDepth(3, 1)) {
      const old = await publishNew();
      const recent = await publishNew();
      const [earlier] = (await owner.files()).earlier;
      const mine = newGuide();
      const rival = rivalFile === 'same' ? mine : newGuide();

      let calls = 0;
      const incident = meetAt(at, rival);
      const meet: Meet = (call, send, request) => {
        calls = call + 1;
        return incident(call, send, request);
      };
      const act = () =>
        action === 'publishes'
          ? putEdition({ bytes: mine })
          : restoreEdition(GUIDE.fileName, earlier?.id ?? '');
      const isDone = await shop.runOnce(act, meet).catch(() => false);
      isMet = calls > at;

      const wanted = action === 'publishes' ? sha256(mine) : old;
      const uploadedByRival = isMet && rivalFile !== 'none' ? [sha256(rival)] : [];
      const [current = ''] = await listedHashes();
      expect([wanted, ...(isDone ? [] : [recent]), ...uploadedByRival]).toContain(current);
      await expectAllStored();

      // Buyers may have received the current edition, even if its upload reported a failure.
      const next = await publishNew();
      const listed = await listedHashes();
      expect(listed).toEqual(
        expect.arrayContaining([next, current, recent, old, ...uploadedByRival]),
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

describe('after seven uploads', () => {
  let uploaded: string[];
  beforeEach(async () => {
    uploaded = [];
    for (let n = 0; n < 7; n += 1) uploaded.unshift(await publishNew());
  });

  test('lists the current edition and five earlier editions after seven uploads', async () => {
    expect(await listedHashes()).toEqual(uploaded.slice(0, 6));
    await expectAllStored();
  });

  test('deletes the oldest listed edition at the next upload', async () => {
    const oldest = (await owner.files()).earlier.at(-1);
    await publishNew();
    const key = `${GUIDE.fileName}/${oldest?.id}.pdf`;
    expect(await getStore('guides-dev').get(key)).toBeNull();
  });

  test('changes no edition if an upload fails', async () => {
    for (let n = 0; n < 3; n += 1) {
      const publishing = shop.runOnce(publishNew, refuseRecords);
      await expect(publishing).rejects.toThrow(/unavailable/i);
    }
    expect(await listedHashes()).toEqual(uploaded.slice(0, 6));
    await expectAllStored();
  });
});

describe('after two uploads', () => {
  let first: string;
  let second: string;
  /** The first upload, as the owner's list shows it. */
  let earlier: Edition;

  beforeEach(async () => {
    first = await publishNew('First.pdf');
    second = await publishNew('Second.pdf');
    const [edition] = (await owner.files()).earlier;
    if (!edition) throw new Error('no earlier edition');
    earlier = edition;
  });

  test('serves the current edition inline and uncached', async () => {
    const current = await open(GUIDE.product);
    expect(Object.fromEntries(current.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^inline; filename="Money-Smart-Kids-Ages-6/),
      'content-type': 'application/pdf',
    });
    expect(sha256(await bytesOf(current))).toBe(second);
  });

  test('serves an earlier edition', async () => {
    const opened = await open(GUIDE.product, { edition: earlier.id });
    expect(sha256(await bytesOf(opened))).toBe(first);
  });

  test('makes a restored edition current as of the time of the restore', async () => {
    const now = 1000 * Math.ceil(Date.now() / 1000 + 60);
    vi.useFakeTimers({ toFake: ['Date'], now });
    const since = new Date(now).toISOString();
    const restored: GuideFiles = await (await restore(earlier.id)).json();
    expect(restored.current).toMatchObject({ uploadedAs: 'First.pdf', sha256: first, since });
    expect(restored.earlier[0]).toMatchObject({ uploadedAs: 'Second.pdf', sha256: second });
    expect(await owner.files()).toEqual(restored);
  });

  test('serves the restored edition to buyers', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    await restore(earlier.id);
    const link = await linkTo(shop, GUIDE.product, session);
    expect(sha256(await bytesOf(await shop.call(link)))).toBe(first);
  });

  test('undoes a restore with a second restore', async () => {
    const restored: GuideFiles = await (await restore(earlier.id)).json();
    await restore(restored.earlier[0]?.id ?? '');
    expect((await listedHashes()).slice(0, 2)).toEqual([second, first]);
    await expectAllStored();
  });

  test('lists the same editions after a restore request is repeated', async () => {
    await restore(earlier.id);
    const once = await listedHashes();
    expect((await restore(earlier.id)).status).toBe(200);
    expect(await listedHashes()).toEqual(once);
    await expectAllStored();
  });

  test('shows the original restore time after a restore request is repeated', async () => {
    const now = 1000 * Math.ceil(Date.now() / 1000 + 60);
    vi.useFakeTimers({ toFake: ['Date'], now });
    const once: GuideFiles = await (await restore(earlier.id)).json();
    vi.setSystemTime(now + 5000);
    const twice: GuideFiles = await (await restore(earlier.id)).json();
    expect(twice).toEqual(once);
  });

  test('lists an earlier file only once after it is uploaded again', async () => {
    const before = await listedHashes();
    const bytes = new Uint8Array(await storedEdition(GUIDE.fileName, earlier.id));
    expect(await putEdition({ bytes })).toBe(true);
    expect(await listedHashes()).toEqual([first, second, ...before.slice(2)]);
    await expectAllStored();
  });
});

test.each(['x', '../../records/x', ''])(
  'returns 404 for an edition named "%s"',
  async (edition) => {
    await expectProblem(await open(GUIDE.product, { edition }), 404, 'edition_not_found');
  },
);

test('returns 404 when the owner restores an unknown edition', async () => {
  await expectProblem(await restore('../records/x'), 404, 'edition_not_found');
});

test('returns 404 when the owner restores another product’s edition', async () => {
  await publishNew();
  const { current } = await owner.files();
  const id = current && 'id' in current ? current.id : '';
  expect(id).not.toBe('');
  await expectProblem(await restore(id, 'bundle'), 404, 'edition_not_found');
});

test('returns 404 for a product that has no file', async () => {
  await deleteRecord('bundle');
  await expectProblem(await open('bundle'), 404, 'file_not_found');
});
