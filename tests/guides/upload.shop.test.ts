import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BeginUploadResponse } from '../../src/contract/guide-files.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored, uploadHash } from '../shop/downloading.ts';
import { GUIDE, logInAsOwner, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { BAD_FILES } from './bad-files.ts';
import { ONE_PAGE, rawPdf } from './raw-pdf.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

afterEach(() => {
  shop.failRedis('none');
  shop.failBlobs('none');
  vi.useRealTimers();
});

/** Signed: to make room for an order's line in it takes longer than all else. */
const newPdf = (title: string) => makePdf({ title, packed: false }, sign);

const partsKept = async (): Promise<number> => (await getStore('uploads-dev').list()).blobs.length;

test.each(['inParts', 'inOne'] as const)('a past buyer gets a guide uploaded %s', async (way) => {
  const session = await buy(shop, 'individual_guide_6_10');
  const title = `The ${way} edition`;
  const bytes = await (way === 'inOne' ? makePdf({ title }) : newPdf(title));
  const facts = { size: bytes.byteLength, sha256: sha256(bytes), pages: 1, title };
  const response = await owner[way]({ bytes });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...GUIDE, ...facts, changed: true });
  const download = await bytesOf(await shop.call(await linkTo(shop, GUIDE.product, session)));
  expect(uploadHash(download, facts)).toBe(facts.sha256);
  expect(await partsKept()).toBe(0);
});

describe('an upload in parts', () => {
  let count = 0;
  /** Of three parts, the last one short, and never the same twice. */
  const beginLarge = async () => {
    const data = new Uint8Array(2_300_000).fill((count += 1));
    const bytes = rawPdf([...ONE_PAGE, { dict: '/ByteRange [0 1 2 3]', data }]);
    const begun: BeginUploadResponse = await (await owner.begin({ bytes })).json();
    const part = (n: number) => bytes.slice(n * begun.partBytes, (n + 1) * begun.partBytes);
    return { bytes, part, ...begun, put: (n: number) => owner.put(begun.upload, n, part(n)) };
  };

  test('may come out of order and twice, and names the parts that are missing', async () => {
    const { bytes, upload, parts, put } = await beginLarge();
    expect(parts).toBe(3);
    await put(1);
    const missing = await owner.publish(upload);
    expect((await missing.clone().json()).detail).toContain('0, 2');
    await expectProblem(missing, 409, 'upload_incomplete');
    for (const n of [2, 0, 2]) expect((await put(n)).status).toBe(204);
    expect((await owner.publish(upload)).status).toBe(200);
    expect((await owner.files()).current).toMatchObject({ sha256: sha256(bytes) });
  });

  test('goes on where it broke off after another login, and is cleared after days', async () => {
    const { bytes, put } = await beginLarge();
    await put(1);
    const day = 24 * 3600 * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
    const nextDay = await ownerClient(shop, logInAsOwner(shop));
    const again: BeginUploadResponse = await (await nextDay.begin({ bytes })).json();
    expect(again.received).toEqual([1]);
    vi.setSystemTime(Date.now() + 3 * day);
    const laterDay = await ownerClient(shop, logInAsOwner(shop));
    await laterDay.begin({ bytes: await newPdf('Days later') });
    expect(await partsKept()).toBe(0);
  });

  test('takes no part of another length or kind, nor beyond the last, and can be given up', async () => {
    const { upload, part, bytes, put } = await beginLarge();
    const [first, last] = [part(0), part(2)];
    await expectProblem(await owner.put(upload, 0, last), 400, 'invalid_request');
    await expectProblem(await owner.put(upload, 2, first), 413, 'body_too_large');
    for (const odd of [3, -1, 1.5]) {
      await expectProblem(await owner.put(upload, odd, last), 400, 'invalid_request');
    }
    const path = `/api/admin/uploads/${upload}`;
    const headers = { 'content-type': 'text/plain' };
    const asText = await owner.call(`${path}/parts/0`, { method: 'PUT', body: first, headers });
    await expectProblem(asText, 415, 'unsupported_media_type');
    expect(await partsKept()).toBe(0);

    await put(0);
    expect((await owner.call(path, { method: 'DELETE' })).status).toBe(204);
    expect((await (await owner.begin({ bytes })).json()).received).toEqual([]);
  });

  test('is known by what this shop sealed alone, and keeps its product and its bytes', async () => {
    const forged = Buffer.from(JSON.stringify({ product: 'guide-1', size: 1 }));
    const { upload, bytes, part, put } = await beginLarge();
    const id = forged.toString('base64url');
    await expectProblem(await owner.put(id, 0, bytes), 400, 'invalid_request');
    await expectProblem(await owner.publish(id), 400, 'invalid_request');
    await Promise.all([put(0), put(1), put(2)]);
    const other = await (await owner.begin({ bytes, product: 'guide-2' })).json();
    expect(other.received).toEqual([]);
    await expectProblem(await owner.publish(other.upload), 409, 'upload_incomplete');
    await owner.put(upload, 2, part(2).fill(0));
    await expectProblem(await owner.publish(upload), 409, 'upload_incomplete');
    expect(await partsKept()).toBe(0);
  });
});

test('an upload needs no Redis, waits for the store, and is published once', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failRedis('500');
  const bytes = await newPdf('Without Redis');
  const { upload } = await (await owner.begin({ bytes })).json();
  await owner.put(upload, 0, bytes);
  const before = await owner.files();
  shop.failBlobs('500');
  for (const answer of [await owner.publish(upload), await owner.inOne({ bytes })]) {
    expect(answer.status).toBe(503);
  }
  shop.failBlobs('none');
  expect(await owner.files()).toEqual(before);
  expect((await owner.publish(upload)).status).toBe(200);
  const published = await owner.files();
  expect(published.current).toMatchObject({ sha256: sha256(bytes) });
  const again = await owner.inOne({ bytes, name: 'Another name.pdf' });
  expect(await again.json()).toMatchObject({ changed: false });
  expect(await owner.files()).toEqual(published);
});

const kept = async () => [await owner.files(), await partsKept()];

/** The first of each code; the contract knows no upload in parts of nothing. */
const SENT = new Map(BAD_FILES.toReversed().map((file) => [file.code, file]));
SENT.delete('file_empty');

/** What differs where a file comes in parts: it is refused as it begins, or once it has been checked. */
const IN_PARTS = new Set(['file_too_large', 'pdf_broken']);

test.each([...SENT.values()])('$what is refused, and not kept', async ({ bytes, code, says }) => {
  const [file, before] = [await bytes(), await kept()];
  const status = { file_not_pdf: 415, file_too_large: 413 }[String(code)] ?? 422;
  const ways = ['inOne', 'inParts'] as const;
  for (const way of ways.slice(0, IN_PARTS.has(code) ? 2 : 1)) {
    const response = await owner[way]({ bytes: file });
    expect((await response.clone().json()).detail).toContain(says);
    await expectProblem(response, status, code);
  }
  expect(await kept()).toEqual(before);
});

const sendBare = async (query: Record<string, string>) =>
  owner.call(`/api/upload?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(await stored(GUIDE.fileName)),
  });

test('an upload in one request that names no product replaces the file of the same name', async () => {
  const sent = await sendBare({ name: GUIDE.fileName });
  expect(await sent.json()).toMatchObject({ product: GUIDE.product, changed: false });
  await expectProblem(await sendBare({ name: 'Summer.pdf' }), 404, 'product_not_found');
});

test('an upload has the name of a file, says that it is a PDF, and is a form with one file', async () => {
  const [bytes, name] = [await newPdf('Page'), `../${GUIDE.fileName}`];
  await expectProblem(await owner.begin({ bytes, name }), 422, 'file_name_invalid');
  const bare = await sendBare({ product: GUIDE.product, name });
  await expectProblem(bare, 422, 'file_name_invalid');

  const page = await owner.inOne({ bytes, type: 'text/html' });
  expect((await page.clone().json()).detail).toBe('Please upload a PDF file.');
  await expectProblem(page, 415, 'file_not_pdf');

  const form = new FormData();
  for (const one of ['a.pdf', 'b.pdf']) form.append('file', new File([bytes], one));
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const init of [{ body: form }, { body: 'nonsense', headers }]) {
    const response = await owner.call('/api/upload', { method: 'POST', ...init });
    await expectProblem(response, 400, 'invalid_request');
  }
});
