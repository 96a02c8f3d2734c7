import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ShelfProduct } from '../../src/contract/shelf.ts';
import { bytesOf, sha256, stored } from './downloading.ts';
import { makePdf } from './pdfs.ts';
import { openTestShop } from './shop.ts';
import { GUIDE, openDesk } from './uploading.ts';

const shop = await openTestShop();
const desk = await openDesk(shop);

afterEach(() => {
  shop.failBlobs('none');
  vi.restoreAllMocks();
});

let count = 0;
const newGuide = () => makePdf({ title: `Guide ${(count += 1)}` });

const hashesOf = ({ current, earlier }: ShelfProduct): string[] =>
  [current, ...earlier].flatMap((edition) => edition?.sha256 ?? []);

/** The current file is one whole edition, and each edition that the shelf shows is there to open. */
const expectWhole = async (): Promise<ShelfProduct> => {
  const product = await desk.shelf();
  expect(sha256(await stored(GUIDE.fileName))).toBe(product.current?.sha256);
  for (const edition of [product.current, ...product.earlier]) {
    if (!edition || !('id' in edition)) continue;
    const query = new URLSearchParams({ product: GUIDE.product, edition: edition.id });
    const opened = await desk.call(`/api/admin/guide?${query}`);
    expect(sha256(await bytesOf(opened))).toBe(edition.sha256);
  }
  return product;
};

/** Meets every call to the store: that one of them, or all from it on, which is a crash. */
const meetCalls = (meet: (call: number, send: () => Promise<Response>) => Promise<Response>) => {
  const outside = globalThis.fetch;
  let calls = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    meet(calls++, () => outside(input, init)),
  );
  return () => calls;
};

/** Sent up to the publishing, which is what follows. */
const sendParts = async (bytes: Uint8Array<ArrayBuffer>): Promise<() => Promise<Response>> => {
  const { upload } = await (await desk.begin({ bytes })).json();
  await desk.put(upload, 0, bytes);
  return () => desk.publish(upload);
};

test.each(['before', 'after'] as const)(
  'wherever publishing breaks off %s a call, one edition is current and whole and none is lost',
  async (when) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const old = await newGuide();
    await desk.inParts({ bytes: old });
    for (let crash = 0, calls = 1; crash < calls; crash += 1) {
      const bytes = await newGuide();
      const publish = await sendParts(bytes);
      const { current } = await desk.shelf();
      const called = meetCalls(async (call, send) => {
        if (call === crash && when === 'after') await send();
        if (call >= crash) throw new TypeError('the process has ended');
        return send();
      });
      const response = await publish();
      calls = Math.max(called(), crash + 2);
      vi.mocked(globalThis.fetch).mockRestore();
      const product = await expectWhole();
      expect([current?.sha256, sha256(bytes)]).toContain(product.current?.sha256);
      expect(hashesOf(product)).toContain(current?.sha256);
      if (response.ok) break;
      // Whoever tries again gets there, from the parts that are still there or anew.
      expect((await desk.inParts({ bytes })).status).toBe(200);
      expect((await desk.shelf()).current?.sha256).toBe(sha256(bytes));
    }
    expect(count).toBeGreaterThan(5);
  },
);

describe.each(['publish', 'restore'] as const)('while an owner is about to %s', (what) => {
  test.each(['before', 'after'] as const)(
    'another upload %s any call leaves both whole, and either is current',
    async (when) => {
      for (let at = 0, calls = 1; at < calls; at += 1) {
        await desk.inParts({ bytes: await newGuide() });
        const [mine, rival] = [await newGuide(), await newGuide()];
        const [earlier] = (await desk.shelf()).earlier;
        const publish = await sendParts(mine);
        const restore = () =>
          desk.post('/api/admin/restore', { product: GUIDE.product, edition: earlier?.id });
        const act = what === 'publish' ? publish : restore;
        let isRival = false;
        const intrude = async () => {
          isRival = true;
          expect((await desk.inOne({ bytes: rival })).status).toBe(200);
          isRival = false;
        };
        let own = 0;
        meetCalls(async (_call, send) => {
          if (isRival) return send();
          const call = own++;
          if (call === at && when === 'before') await intrude();
          const response = await send();
          if (call === at && when === 'after') await intrude();
          return response;
        });
        expect((await act()).status).toBe(200);
        calls = own;
        vi.mocked(globalThis.fetch).mockRestore();
        const product = await expectWhole();
        const hash = what === 'publish' ? sha256(mine) : earlier?.sha256;
        expect([hash, sha256(rival)]).toContain(product.current?.sha256);
        expect(hashesOf(product)).toEqual(expect.arrayContaining([hash, sha256(rival)]));
      }
    },
  );
});

test('of uploads at the same moment one wins whole, and none is mixed or lost', async () => {
  const guides = await Promise.all(
    Array.from({ length: 4 }, (_, n) => makePdf({ title: `At once ${n}`, pages: n + 1 })),
  );
  const answers = await Promise.all(
    guides.map((bytes, n) => (n % 2 ? desk.inParts({ bytes }) : desk.inOne({ bytes }))),
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
    const before = await desk.shelf();
    const bytes = await newGuide();
    const publish = await sendParts(bytes);
    shop.failBlobs(failure);
    for (const ask of [publish, () => desk.inOne({ bytes }), () => desk.call('/api/admin/shelf')]) {
      expect((await ask()).status).toBe(503);
    }
    shop.failBlobs('none');
    expect(await desk.shelf()).toEqual(before);
    expect((await publish()).status).toBe(200);
    await expectWhole();
  },
);
