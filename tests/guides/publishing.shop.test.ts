import { getStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import { byDepth } from '../depth.ts';
import { bytesOf, sha256, stored, uploadHash } from '../shop/downloading.ts';
import { putEdition } from '../shop/editions.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { openTestShop } from '../shop/shop.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

afterEach(() => {
  shop.failBlobs('none');
  vi.restoreAllMocks();
});

let count = 0;
/** To make room for an order's line takes longer than all else, and goes before it. */
const newGuide = () =>
  makePdf({ title: `Guide ${(count += 1)}`, packed: false }, byDepth(sign, undefined));

const hashesOf = ({ current, earlier }: GuideFiles): string[] =>
  [current, ...earlier].flatMap((edition) => edition?.sha256 ?? []);

const folder = `editions/${GUIDE.fileName}/`;
const isKept = async ({ id }: { id: string }): Promise<boolean> =>
  (await getStore('guides-dev').getMetadata(folder + id)) !== null;
const countKept = async (): Promise<number> =>
  (await getStore('guides-dev').list({ prefix: folder })).blobs.length;

/** The current file is one whole edition, and each that the list shows is kept, once. */
const expectWhole = async (): Promise<GuideFiles> => {
  const product = await owner.files();
  const { current } = product;
  expect(current?.isSample).toBe(false);
  expect(uploadHash(await stored(GUIDE.fileName), current ?? { size: 0 })).toBe(current?.sha256);
  expect(new Set(hashesOf(product)).size).toBe(hashesOf(product).length);
  const shown = [product.current, ...product.earlier].flatMap((it) => (it && 'id' in it ? it : []));
  expect(await Promise.all(shown.map(isKept))).not.toContain(false);
  // Those that came or went last; of the others it is enough that they are kept.
  for (const { id, ...edition } of shown.slice(0, 3)) {
    const query = new URLSearchParams({ product: GUIDE.product, edition: id });
    const opened = await owner.call(`/api/admin/guide?${query}`);
    expect(uploadHash(await bytesOf(opened), edition)).toBe(edition.sha256);
  }
  return product;
};

/** Meets every call to the store. Returns the function that ends it and counts them. */
const meetCalls = (
  meet: (call: number, send: () => Promise<Response>, request: Request) => Promise<Response>,
) => {
  const outside = globalThis.fetch;
  let calls = 0;
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      meet(calls++, () => outside(input, init), new Request(input, { ...init, body: null })),
    );
  return () => {
    spy.mockRestore();
    return calls;
  };
};

const failed = new TypeError('fetch failed');

/** Sent up to the publishing, which is what follows. */
const sendParts = async (bytes: Uint8Array<ArrayBuffer>): Promise<() => Promise<Response>> => {
  const { upload } = await (await owner.begin({ bytes })).json();
  await owner.put(upload, 0, bytes);
  return () => owner.publish(upload);
};

/** Whether that changed anything. Rejects where it failed. */
const published = byDepth(
  (bytes: Uint8Array<ArrayBuffer>, name = 'Mine.pdf') => putEdition({ bytes, name }),
  async (bytes: Uint8Array<ArrayBuffer>, name = 'Mine.pdf') => {
    const response = await owner.inOne({ bytes, name });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return (await response.json()).changed === true;
  },
);

const restore = async (edition: string | undefined): Promise<void> => {
  const response = await owner.post('/api/admin/guides', { product: GUIDE.product, edition });
  expect(response.status).toBe(200);
};

/** Publishes while the store takes no new current file. */
const failToPublish = async (bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<void> => {
  const end = meetCalls(async (_call, send, { method, url }) => {
    if (method === 'PUT' && url.endsWith(`guides-dev/${GUIDE.fileName}`)) throw failed;
    return send();
  });
  await expect(published(bytes, name)).rejects.toThrow(/503|unavailable/i);
  end();
};

test.each([
  ['the process ends before', (at: number, call: number) => call >= at, false],
  ['nobody hears what came of', (at: number, call: number) => call === at, true],
] as const)(
  'when %s any call of a publish, one edition is current and whole and none is lost',
  async (_what, fails, isDone) => {
    vi.spyOn(console, 'error').mockReturnValue();
    let last = await newGuide();
    await published(last);
    let at = 0;
    for (; ; at += byDepth(5, 1)) {
      const bytes = await newGuide();
      const publish = await sendParts(bytes);
      const end = meetCalls(async (call, send) => {
        if (!fails(at, call)) return send();
        if (isDone) await send();
        throw failed;
      });
      const { ok } = await publish();
      if (end() <= at) break;
      const broken = await expectWhole();
      const [old, fresh] = [sha256(last), sha256(bytes)];
      expect(ok ? [fresh] : [old, fresh]).toContain(broken.current?.sha256);
      // Whatever buyers got is kept, also where nobody was told of it.
      last = await newGuide();
      await published(last);
      const kept = [sha256(last), old, broken.current?.sha256];
      expect(hashesOf(await owner.files())).toEqual(expect.arrayContaining(kept));
      if (ok) continue;
      // Whoever tries again gets there, from the parts that are still there or anew.
      expect((await owner.inParts({ bytes })).status).toBe(200);
      const size = bytes.byteLength;
      expect(uploadHash(await stored(GUIDE.fileName), { size })).toBe(fresh);
      last = bytes;
    }
    expect(at).toBeGreaterThan(5);
  },
);

test('however many publishes fail, no edition that buyers got makes room for them', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  for (let n = 0; n < 11; n += 1) await published(await newGuide());
  const before = hashesOf(await owner.files());
  const keptBefore = await countKept();
  const bytes = await newGuide();
  for (let n = 0; n < 11; n += 1) await failToPublish(bytes);
  expect(await countKept()).toBe(keptBefore + 1);
  for (let n = 0; n < 11; n += 1) await failToPublish(await newGuide());
  expect(hashesOf(await expectWhole())).toEqual(before);
  expect(await published(bytes)).toBe(true);
  expect(hashesOf(await expectWhole())).toEqual([sha256(bytes), ...before.slice(0, 10)]);
});

test('an earlier edition that is uploaded again is current again, as it was uploaded last', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const [bytes, other] = [await newGuide(), await newGuide()];
  await published(bytes, 'First.pdf');
  await published(other);
  const before = await owner.files();
  await failToPublish(bytes, 'Failed.pdf');
  expect(await owner.files()).toEqual(before);
  expect(await published(bytes, 'Second.pdf')).toBe(true);
  const { current, earlier } = await expectWhole();
  const { uploadedAt, ...known } = before.earlier[0] ?? { uploadedAt: '' };
  expect(current).toMatchObject({ ...known, uploadedAs: 'Second.pdf' });
  expect(current && 'id' in current && current.uploadedAt >= uploadedAt).toBe(true);
  expect(earlier[0]?.sha256).toBe(sha256(other));
});

/** Acts, with a rival's act before the call of that number. Returns how many calls it took by itself. */
const actWithRival = async (
  at: number,
  act: () => Promise<unknown>,
  rival: () => Promise<unknown>,
): Promise<number> => {
  let [own, isRival] = [0, false];
  const end = meetCalls(async (_call, send) => {
    if (isRival || own++ !== at) return send();
    isRival = true;
    await rival();
    isRival = false;
    return send();
  });
  await act();
  end();
  return own;
};

type Act = 'publishes' | 'publishes the same as the other' | 'restores';
const ACTS: Act[] = byDepth(
  ['publishes', 'restores'],
  ['publishes', 'publishes the same as the other', 'restores'],
);

test.each(ACTS)(
  'while an owner %s, another upload before any call leaves both whole, and either is current',
  async (what) => {
    for (let at = 0, calls = 1; at < calls; at += 1) {
      await published(await newGuide());
      const mine = await newGuide();
      const rival = what === 'publishes the same as the other' ? mine : await newGuide();
      const [earlier] = (await owner.files()).earlier;
      const act = () => (what === 'restores' ? restore(earlier?.id) : published(mine));
      calls = await actWithRival(at, act, () => published(rival));
      const product = await expectWhole();
      const hash = what === 'restores' ? earlier?.sha256 : sha256(mine);
      expect([hash, sha256(rival)]).toContain(product.current?.sha256);
      expect(hashesOf(product)).toEqual(expect.arrayContaining([hash, sha256(rival)]));
    }
  },
);

test('what is restored is current then, also where it was just replaced', async () => {
  const [old, rival] = [await newGuide(), await newGuide()];
  await published(old);
  const { current } = await owner.files();
  const id = current && 'id' in current ? current.id : undefined;
  // The first call reads what is current: the very edition that is asked for.
  await actWithRival(
    1,
    () => restore(id),
    () => published(rival),
  );
  const product = await expectWhole();
  expect(hashesOf(product).slice(0, 2)).toEqual([sha256(old), sha256(rival)]);
});

test('of uploads at the same moment one wins whole, and none is mixed or lost', async () => {
  const guides = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      makePdf({ title: `At once ${n}`, pages: n + 1, packed: false }, sign),
    ),
  );
  const answers = await Promise.all(
    guides.map((bytes, n) => (n % 2 ? owner.inParts({ bytes }) : owner.inOne({ bytes }))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const product = await expectWhole();
  const hashes = guides.map(sha256);
  expect(hashes).toContain(product.current?.sha256);
  expect(hashesOf(product)).toEqual(expect.arrayContaining(hashes));
});

test.each(['refused', '500', '429'] as const)(
  'a store that is %s is told as such, and the edition before stays',
  async (failure) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const before = await owner.files();
    const bytes = await newGuide();
    const publish = await sendParts(bytes);
    shop.failBlobs(failure);
    for (const ask of [
      publish,
      () => owner.inOne({ bytes }),
      () => owner.call('/api/admin/guides'),
    ]) {
      expect((await ask()).status).toBe(503);
    }
    shop.failBlobs('none');
    expect(await owner.files()).toEqual(before);
    expect((await publish()).status).toBe(200);
    await expectWhole();
  },
);
