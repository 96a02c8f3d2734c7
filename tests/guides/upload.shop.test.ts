import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';
import { isDeep } from '../depth.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored, uploadHash } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { BAD_FILES } from './pdf-files.ts';
import { ONE_PAGE, rawPdf } from './raw-pdf.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

afterEach(() => {
  shop.failRedis('none');
  shop.failBlobs('none');
});

/** Signed: to make room for an order's line in it takes longer than all else. */
const newPdf = (title: string) => makePdf({ title, packed: false }, sign);

let count = 0;
/** Of two parts, and never the same twice. */
const largePdf = () => {
  const data = new Uint8Array(1.1 * PART_BYTES).fill((count += 1));
  return rawPdf([...ONE_PAGE, { dict: '/ByteRange [0 1 2 3]', data }]);
};

const partsKept = async (): Promise<string[]> =>
  (await getStore('uploads-dev').list()).blobs.map(({ key }) => key);

test('a past buyer gets a guide that is uploaded', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const title = 'The new edition';
  const bytes = await makePdf({ title });
  const facts = { size: bytes.byteLength, sha256: sha256(bytes), pages: 1 };
  const response = await owner.upload({ bytes });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...GUIDE, ...facts, changed: true });
  const download = await bytesOf(await shop.call(await linkTo(shop, GUIDE.product, session)));
  expect(uploadHash(download, facts)).toBe(facts.sha256);
});

/** Each part is sent apart. */
const begin = () => {
  const bytes = largePdf();
  const query = { file: GUIDE.product, upload: crypto.randomUUID(), parts: '2' };
  const part = (n: number) => bytes.slice(n * PART_BYTES, (n + 1) * PART_BYTES);
  const put = (n: number) => owner.put(part(n), { ...query, part: String(n) });
  return { bytes, query, part, put };
};

describe('an upload in parts', () => {
  test('is published by its last part, which may be sent again', async () => {
    const { bytes, put } = begin();
    for (const n of [0, 0]) expect((await put(n)).status).toBe(204);
    for (const changed of [true, false]) {
      expect(await (await put(1)).json()).toMatchObject({ sha256: sha256(bytes), changed });
    }
    expect((await owner.files()).current).toMatchObject({ sha256: sha256(bytes) });
  });

  test('is not published while a part is missing', async () => {
    const { put } = begin();
    const before = await owner.files();
    await expectProblem(await put(1), 409, 'upload_incomplete');
    expect(await owner.files()).toEqual(before);
  });

  test('leaves no parts once the next one begins', async () => {
    const broken = begin();
    await broken.put(0);
    const next = begin();
    await next.put(0);
    expect(await partsKept()).toEqual([`${next.query.upload}/0`]);
    await expectProblem(await broken.put(1), 409, 'upload_incomplete');
    await owner.upload({ bytes: await newPdf('The next one') });
    expect(await partsKept()).toEqual([]);
  });

  test('takes no part that is too large, of another kind, or none of the file', async () => {
    const { query, part } = begin();
    const large = new Uint8Array(PART_BYTES + 1);
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

test('an upload needs no Redis, waits for the store, and is published once', async () => {
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
  const published = await owner.files();
  expect(published.current).toMatchObject({ sha256: sha256(bytes) });
  const again = await owner.upload({ bytes, name: 'Another name.pdf' });
  expect(await again.json()).toMatchObject({ changed: false });
  expect(await owner.files()).toEqual(published);
});

/** The first of each code. Parts of more than 18 MB take a while. */
const SENT = new Map(BAD_FILES.toReversed().map((file) => [file.code, file]));
if (!isDeep) SENT.delete('file_too_large');

test.each([...SENT.values()])('$what is refused', async ({ bytes, code, says }) => {
  const before = await owner.files();
  const status = { file_not_pdf: 415, file_too_large: 413 }[String(code)] ?? 422;
  const response = await owner.upload({ bytes: await bytes() });
  expect((await response.clone().json()).detail).toContain(says);
  await expectProblem(response, status, code);
  expect(await owner.files()).toEqual(before);
});

test('an upload has the name of a file, or of the one that it replaces', async () => {
  const bytes = new Uint8Array(await newPdf('Named'));
  const path = await owner.upload({ bytes, name: `../${GUIDE.fileName}` });
  await expectProblem(path, 422, 'file_name_invalid');
  expect((await owner.upload({ bytes })).status).toBe(200);
  expect((await owner.files()).current).toMatchObject({ uploadedAs: GUIDE.fileName });
  expect(uploadHash(await stored(GUIDE.fileName), { size: bytes.byteLength })).toBe(sha256(bytes));
});
