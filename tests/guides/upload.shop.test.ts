import { getStore } from '@netlify/blobs';
import { describe, expect, test, vi } from 'vitest';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';
import { sha256 } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

/** Signed, since to add the place for an order's line takes longer than all else. */
const newPdf = (title: string) => makePdf({ title, packed: false }, sign);

const partsKept = async (): Promise<string[]> =>
  (await getStore('uploads-dev').list()).blobs.map(({ key }) => key);

/** An upload in two parts, each of which a test sends. */
const begin = async () => {
  const bytes = await newPdf(crypto.randomUUID());
  const query = { file: GUIDE.product, upload: crypto.randomUUID(), parts: '2' };
  const part = (n: number) => (n === 0 ? bytes.slice(0, 100) : bytes.slice(100));
  const put = (n: number) => owner.put(part(n), { ...query, part: String(n) });
  return { bytes, query, part, put };
};

describe('an upload in parts', () => {
  test('is published by its last part, which may be sent again', async () => {
    const { bytes, put } = await begin();
    for (const n of [0, 0]) expect((await put(n)).status).toBe(204);
    const facts = { size: bytes.byteLength, sha256: sha256(bytes), pages: 1 };
    for (const changed of [true, false]) {
      expect(await (await put(1)).json()).toEqual({ ...GUIDE, ...facts, changed });
    }
    const published = await owner.files();
    expect(published.current).toMatchObject({ uploadedAs: GUIDE.fileName, sha256: sha256(bytes) });
    await owner.upload({ bytes, name: 'Another name.pdf' });
    expect(await owner.files()).toEqual(published);
  });

  test('leaves no parts once the next one begins, and is not published without one', async () => {
    const broken = await begin();
    await broken.put(0);
    const before = await owner.files();
    const next = await begin();
    await next.put(0);
    expect(await partsKept()).toEqual([`${next.query.upload}/0`]);
    await expectProblem(await broken.put(1), 409, 'upload_incomplete');
    expect(await owner.files()).toEqual(before);
    await owner.upload({ bytes: await newPdf('The next one') });
    expect(await partsKept()).toEqual([]);
  });

  test('refuses a part that is too large, of another type, or out of range', async () => {
    const { query, part } = await begin();
    const [most, large] = [new Uint8Array(PART_BYTES), new Uint8Array(PART_BYTES + 1)];
    const other = { ...query, upload: crypto.randomUUID(), part: '0' };
    expect((await owner.put(most, other)).status).toBe(204);
    await expectProblem(await owner.put(large, { ...query, part: '0' }), 413, 'body_too_large');
    const asText = await owner.put(part(0), { ...query, part: '0' }, 'text/plain');
    expect((await asText.clone().json()).detail).toBe('Please upload a PDF file.');
    await expectProblem(asText, 415, 'file_not_pdf');
    const odd = [{ part: '2' }, { part: '-1' }, { part: '1.5' }, { part: '0', upload: '../x' }];
    for (const more of [...odd, { part: '0', parts: '6' }, { part: '0', more: '1' }, {}]) {
      const response = await owner.put(part(0), { ...query, ...more });
      await expectProblem(response, 400, 'invalid_request');
    }
    const unknown = { ...query, part: '0', file: 'guide-9' };
    await expectProblem(await owner.put(part(0), unknown), 404, 'product_not_found');
    expect((await partsKept()).filter((key) => key.startsWith(query.upload))).toEqual([]);
  });
});

test('an upload needs the store but not Redis', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const bytes = await newPdf('Without Redis');
  const before = await owner.files();
  shop.failBlobs('500');
  expect((await owner.upload({ bytes })).status).toBe(503);
  shop.failBlobs('none');
  expect(await owner.files()).toEqual(before);
  shop.failRedis('500');
  expect((await owner.upload({ bytes })).status).toBe(200);
  shop.failRedis('none');
  expect((await owner.files()).current).toMatchObject({ sha256: sha256(bytes) });
});

// prepare-pdf.test.ts has every kind.
test('a bad file or name is refused with its reason, and the guide stays as it is', async () => {
  const before = await owner.files();
  const [text, bytes] = [new Uint8Array(Buffer.from('no PDF')), await newPdf('Named')];
  for (const [file, status, code, reason] of [
    [{ bytes: text }, 415, 'file_not_pdf', 'Please upload a PDF file.'],
    [{ bytes, name: `../${GUIDE.fileName}` }, 422, 'file_name_invalid', 'name'],
  ] as const) {
    const response = await owner.upload(file);
    expect((await response.clone().json()).detail).toContain(reason);
    await expectProblem(response, status, code);
  }
  expect(await owner.files()).toEqual(before);
});
