import { getStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';
import { sha256 } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { bomb, makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import type { Meet } from '../shop/runs.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
afterEach(() => void vi.useRealTimers());

/** Signed, since adding the order's line takes longer than everything else. */
const newPdf = () => makePdf({ title: crypto.randomUUID(), packed: false }, sign);

const partsKept = async (): Promise<string[]> =>
  (await getStore('uploads-dev').list()).blobs.map(({ key }) => key);

/** An upload in two parts, each of which a test sends, by default with the hash of the file. */
const begin = async () => {
  const bytes = await newPdf();
  const query = { file: GUIDE.product, upload: crypto.randomUUID(), parts: '2' };
  const part = (n: number) => (n === 0 ? bytes.slice(0, 100) : bytes.slice(100));
  const put = (n: number, more: Record<string, string> = { sha256: sha256(bytes) }) =>
    owner.put(part(n), { ...query, part: String(n), ...more });
  return { bytes, query, put };
};

test('an upload is published by its last part, which may be sent again', async () => {
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

test('an upload leaves no parts once the next one begins, and is not published without one', async () => {
  const broken = await begin();
  await broken.put(0);
  const before = await owner.files();
  const next = await begin();
  await next.put(0);
  expect(await partsKept()).toEqual([`${next.query.upload}/0`]);
  await expectProblem(await broken.put(1), 409, 'upload_incomplete');
  expect(await owner.files()).toEqual(before);
  await owner.upload({ bytes: await newPdf() });
  expect(await partsKept()).toEqual([]);
});

test('the last part is refused without the hash of the file, or if the file has another one', async () => {
  const before = await owner.files();
  const { put } = await begin();
  await put(0);
  await expectProblem(await put(1, {}), 400, 'invalid_request');
  await expectProblem(await put(1, { sha256: 'x' }), 400, 'invalid_request');
  const refused = await put(1, { sha256: sha256(await newPdf()) });
  expect((await refused.clone().json()).detail).toContain('upload it again');
  await expectProblem(refused, 409, 'upload_damaged');
  expect(await owner.files()).toEqual(before);
  expect((await put(1)).status).toBe(200);
});

test('a file of one part is published without a hash, and refused with that of another file', async () => {
  const bytes = await newPdf();
  const query = { file: GUIDE.product, upload: crypto.randomUUID(), part: '0', parts: '1' };
  const damaged = await owner.put(bytes, { ...query, sha256: sha256(await newPdf()) });
  await expectProblem(damaged, 409, 'upload_damaged');
  expect(await (await owner.put(bytes, query)).json()).toMatchObject({ sha256: sha256(bytes) });
});

/** Blobs takes ten seconds to read a part. */
const readSlowly: Meet = async (_call, send, { method, url, signal }) => {
  const isPart = method === 'GET' && url.endsWith('/0');
  if (isPart) vi.advanceTimersByTime(10_000);
  return isPart && signal.aborted ? 'crash' : send();
};

test('a part may take longer to read than a record', async () => {
  const { bytes, put } = await begin();
  await put(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const published = await shop.runOnce(() => put(1), readSlowly);
  expect(published).toMatchObject({ status: 200 });
  expect((await owner.files()).current).toMatchObject({ sha256: sha256(bytes) });
});

test('a file or a part that cannot be a guide is refused, and the guide stays as it is', async () => {
  const before = await owner.files();
  const { query } = await begin();
  const put = (more: Record<string, string>, bytes = 9, type?: string) =>
    owner.put(new Uint8Array(bytes), { ...query, ...more }, type);
  const other = crypto.randomUUID();
  expect((await put({ part: '0', upload: other }, PART_BYTES)).status).toBe(204);
  await expectProblem(await put({ part: '0' }, PART_BYTES + 1), 413, 'body_too_large');
  const asText = await put({ part: '0' }, 9, 'text/plain');
  expect((await asText.clone().json()).detail).toBe('Please upload a PDF file.');
  await expectProblem(asText, 415, 'file_not_pdf');
  await expectProblem(await put({ part: '0', file: 'guide-9' }), 404, 'product_not_found');
  await expectProblem(await put({ part: '0', name: '../a.pdf' }), 422, 'file_name_invalid');
  const odd = [{ part: '2' }, { part: '-1' }, { part: '1.5' }, { part: '0', upload: '../x' }];
  for (const more of [...odd, { part: '0', parts: '6' }, { part: '0', more: '1' }, {}]) {
    await expectProblem(await put(more), 400, 'invalid_request');
  }
  expect(await partsKept()).toEqual([`${other}/0`]);
  await expectProblem(await owner.upload({ bytes: new Uint8Array(9) }), 415, 'file_not_pdf');
  expect(await owner.files()).toEqual(before);
});

test('a PDF that unpacks to gigabytes is refused, and the next upload is published', async () => {
  const before = await owner.files();
  await expectProblem(await owner.upload({ bytes: bomb(500) }), 422, 'pdf_too_complex');
  expect(await owner.files()).toEqual(before);
  expect((await owner.upload({ bytes: await newPdf() })).status).toBe(200);
});
