import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stockGuides } from '../../netlify/local/samples/stock-guides.ts';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored, uploadHash } from '../shop/downloading.ts';
import { putEdition } from '../shop/editions.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** By what an upload does with a file that was checked. */
const put = async (title: string) =>
  putEdition({ bytes: await makePdf({ title }), product: 'guide-2' }, title);

const publish = async (title: string) => {
  // Signed, since to make room for an order's line takes longer than all else.
  const bytes = await makePdf({ title, packed: false }, sign);
  const response = await owner.inOne({ bytes, name: `${title}.pdf` });
  expect(response.status).toBe(200);
  return bytes;
};

const titles = ({ current, earlier }: GuideFiles) => [
  current?.isSample === false ? current.title : null,
  ...earlier.map(({ title }) => title),
];

const restore = (edition: string, product: string = GUIDE.product) =>
  owner.post('/api/admin/guides', { product, edition });

const open = (query: Record<string, string>) =>
  owner.call(`/api/admin/guide?${new URLSearchParams(query)}`);

test('the list of guides shows samples as what they are, and a product without a file', async () => {
  await getStore('guides-dev').delete(productOf('guide-3').file_name);
  const { products } = await (await owner.call('/api/admin/guides')).json();
  expect(products.map(({ id }: GuideFiles) => id)).toEqual(PRODUCTS.map(({ id }) => id));
  const sample = await stored(GUIDE.fileName);
  expect(products[0]).toEqual({
    id: 'guide-1',
    name: productOf('guide-1').name,
    file_name: GUIDE.fileName,
    is_active: true,
    current: {
      isSample: true,
      size: sample.byteLength,
      sha256: sha256(sample),
      since: null,
      copies: null,
    },
    earlier: [],
  });
  expect(products[2]).toMatchObject({ current: null, earlier: [] });
});

test('a local start leaves what was uploaded alone, and prints what is missing', async () => {
  const bytes = await publish('Mine');
  await stockGuides();
  const size = bytes.byteLength;
  expect(uploadHash(await stored(GUIDE.fileName), { size })).toBe(sha256(bytes));
  expect((await owner.files('guide-3')).current).toMatchObject({ isSample: true });
});

describe('editions', () => {
  test('are kept, the last ten before the current one, newest first', async () => {
    for (let n = 1; n <= 13; n += 1) await put(`Edition ${n}`);
    const expected = Array.from({ length: 11 }, (_, n) => `Edition ${13 - n}`);
    expect(titles(await owner.files('guide-2'))).toEqual(expected);
  });

  test('that are kept no more leave nothing behind, nor does one that never was current after an hour', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const name = productOf('guide-2').file_name;
    const outside = globalThis.fetch;
    const store = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { method, url } = new Request(input, { ...init, body: null });
      if (method === 'PUT' && url.endsWith(`guides-dev/${name}`)) throw new TypeError('failed');
      return outside(input, init);
    });
    const bytes = await makePdf({ title: 'Never current' });
    expect((await owner.inOne({ bytes, product: 'guide-2' })).status).toBe(503);
    store.mockRestore();

    const surplus = async (title: string): Promise<number> => {
      await put(title);
      const { blobs } = await getStore('guides-dev').list({ prefix: `editions/${name}/` });
      const { current, earlier } = await owner.files('guide-2');
      const ids = [current, ...earlier].flatMap((it) => (it && 'id' in it ? it.id : []));
      expect(ids).toHaveLength(11);
      const keys = blobs.map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(ids.map((id) => `editions/${name}/${id}`)));
      return keys.length - ids.length;
    };
    expect(await surplus('Edition 14')).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3601 * 1000 });
    expect(await surplus('Edition 15')).toBe(0);
  });

  test('come back with one call, and the one they replace stays', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const [old, recent] = [await publish('Old'), await publish('Recent')];
    const before = await owner.files();
    const [wanted] = before.earlier;
    expect(wanted).toMatchObject({ title: 'Old', uploadedAs: 'Old.pdf', sha256: sha256(old) });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const response = await restore(wanted?.id ?? '');
    const after: GuideFiles = await response.json();
    expect(titles(after).slice(0, 2)).toEqual(['Old', 'Recent']);
    expect(after).toEqual(await owner.files());
    const current = { isSample: false, ...wanted, since: expect.any(String) };
    expect(after.current).toEqual({ ...current, copies: before.current?.copies });
    expect(Date.parse(after.current?.since ?? '')).toBeGreaterThan(
      Date.parse(before.current?.since ?? ''),
    );
    const link = await linkTo(shop, GUIDE.product, session);
    const size = old.byteLength;
    expect(uploadHash(await bytesOf(await shop.call(link)), { size })).toBe(sha256(old));

    const back = await restore(before.current && 'id' in before.current ? before.current.id : '');
    expect(titles(await back.json()).slice(0, 2)).toEqual(['Recent', 'Old']);
    const kept = await stored(GUIDE.fileName);
    expect(uploadHash(kept, { size: recent.byteLength })).toBe(sha256(recent));
  });

  test('that are not there cannot come back', async () => {
    const { earlier } = await owner.files();
    await expectProblem(await restore('none'), 404, 'edition_not_found');
    await expectProblem(await restore('../records/x'), 404, 'edition_not_found');
    await expectProblem(await restore(earlier[0]?.id ?? '', 'bundle'), 404, 'edition_not_found');
    await expectProblem(await restore('none', 'guide-9'), 404, 'product_not_found');
  });
});

describe('the owner', () => {
  test('looks at the current file and at an earlier one, and no cache keeps them', async () => {
    const current = await open({ product: GUIDE.product });
    const specimen = 'Order MSK-0000-0000-0000, for personal use';
    const shown = Buffer.from(
      (await stored(GUIDE.fileName))
        .toString('latin1')
        .replace(' '.repeat(64), specimen.padEnd(64)),
      'latin1',
    );
    expect(sha256(await bytesOf(current))).toBe(sha256(shown));
    expect(Object.fromEntries(current.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^inline; filename="Money-Smart-Kids-Ages-6/),
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const [wanted] = (await owner.files()).earlier;
    const earlier = await open({ product: GUIDE.product, edition: wanted?.id ?? '' });
    expect(uploadHash(await bytesOf(earlier), wanted ?? { size: 0 })).toBe(wanted?.sha256);
  });

  test('is told what is not there', async () => {
    await expectProblem(await open({}), 404, 'product_not_found');
    await getStore('guides-dev').delete(productOf('bundle').file_name);
    await expectProblem(await open({ product: 'bundle' }), 404, 'file_not_found');
    for (const edition of ['x', '', '../../records/x', 'a/b']) {
      const response = await open({ product: GUIDE.product, edition });
      await expectProblem(response, 404, 'edition_not_found');
    }
  });
});
