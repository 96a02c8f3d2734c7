import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test, vi } from 'vitest';
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

/** The file is signed, so it gets no order number. Adding one takes longer than all the rest. */
const newPdf = () => makePdf({ title: crypto.randomUUID(), packed: false }, sign);

const listStoredParts = async (): Promise<string[]> =>
  (await getStore('uploads-dev').list()).blobs.map(({ key }) => key);

/**
 * Creates a file to upload in parts of 100 bytes. The last part contains all remaining bytes. `put`
 * sends a part.
 */
const beginUpload = async ({ parts = 2 } = {}) => {
  const bytes = await newPdf();
  const upload = crypto.randomUUID();
  const put = (part: number, more: Record<string, string> = { sha256: sha256(bytes) }) => {
    const isLast = part === parts - 1;
    const sent = bytes.slice(100 * part, isLast ? undefined : 100 * (part + 1));
    const query = { file: GUIDE.product, upload, parts: String(parts), part: String(part) };
    return owner.put(sent, { ...query, ...more });
  };
  return { bytes, upload, put };
};

const currentHash = async (): Promise<string | undefined> => (await owner.files()).current?.sha256;

describe('uploading a file in parts', () => {
  test('publishes an upload once its last part arrives', async () => {
    const { bytes, put } = await beginUpload();
    expect((await put(0)).status).toBe(204);
    const facts = { size: bytes.byteLength, sha256: sha256(bytes), pages: 1 };
    expect(await (await put(1)).json()).toEqual({ ...GUIDE, ...facts, changed: true });
    expect((await owner.files()).current).toMatchObject({
      uploadedAs: GUIDE.fileName,
      sha256: sha256(bytes),
    });
  });

  test('joins three parts in order and publishes the file', async () => {
    const { bytes, put } = await beginUpload({ parts: 3 });
    await put(0);
    await put(1);
    expect((await put(2)).status).toBe(200);
    expect(await currentHash()).toBe(sha256(bytes));
  });

  test('publishes an upload whose parts are each sent twice', async () => {
    const { bytes, put } = await beginUpload();
    await put(0);
    expect((await put(0)).status).toBe(204);
    await put(1);
    expect(await (await put(1)).json()).toMatchObject({ changed: false });
    expect(await currentHash()).toBe(sha256(bytes));
  });

  test('refuses an upload while a middle part is missing', async () => {
    const { put } = await beginUpload({ parts: 3 });
    await put(0);
    await expectProblem(await put(2), 409, 'upload_incomplete');
  });

  test('refuses the last part of an upload once another upload has started', async () => {
    const abandoned = await beginUpload();
    await abandoned.put(0);
    const before = await owner.files();
    const next = await beginUpload();
    await next.put(0);
    await expectProblem(await abandoned.put(1), 409, 'upload_incomplete');
    expect(await owner.files()).toEqual(before);
  });

  test('deletes the parts of an upload once another upload has started', async () => {
    const abandoned = await beginUpload();
    await abandoned.put(0);
    const next = await beginUpload();
    await next.put(0);
    expect(await listStoredParts()).toEqual([`${next.upload}/0`]);
  });

  test('deletes the parts of an upload once another file is published', async () => {
    const abandoned = await beginUpload();
    await abandoned.put(0);
    await owner.upload({ bytes: await newPdf() });
    expect(await listStoredParts()).toEqual([]);
  });
});

test('changes nothing if the current file is uploaded again under another name', async () => {
  const bytes = await newPdf();
  await owner.upload({ bytes });
  const published = await owner.files();
  const again = await owner.upload({ bytes, name: 'Another name.pdf' });
  expect(await again.json()).toMatchObject({ changed: false });
  expect(await owner.files()).toEqual(published);
});

describe('the hash of a file in several parts', () => {
  test.each([
    { name: 'missing', query: {} },
    { name: 'malformed', query: { sha256: 'x' } },
  ])('refuses a file in several parts if the hash is $name', async ({ query }) => {
    const { put } = await beginUpload();
    await put(0);
    await expectProblem(await put(1, query), 400, 'invalid_request');
  });

  test('refuses a file in several parts if the hash is from another file', async () => {
    const before = await owner.files();
    const { put } = await beginUpload();
    await put(0);
    const refused = await put(1, { sha256: sha256(await newPdf()) });
    expect((await refused.clone().json()).detail).toContain('upload it again');
    await expectProblem(refused, 409, 'upload_damaged');
    expect(await owner.files()).toEqual(before);
  });

  test('publishes an upload after only its last part is resent, with the right hash', async () => {
    const { put } = await beginUpload();
    await put(0);
    await put(1, { sha256: sha256(await newPdf()) });
    expect((await put(1)).status).toBe(200);
  });
});

describe('uploading a file in one part', () => {
  test('publishes a single-part upload without a hash', async () => {
    const { bytes, put } = await beginUpload({ parts: 1 });
    expect(await (await put(0, {})).json()).toMatchObject({ sha256: sha256(bytes) });
  });

  test('refuses a single-part upload if the hash is from another file', async () => {
    const { put } = await beginUpload({ parts: 1 });
    const damaged = await put(0, { sha256: sha256(await newPdf()) });
    await expectProblem(damaged, 409, 'upload_damaged');
  });
});

/** Makes Blobs take ten seconds to return a part. */
const readSlowly: Meet = async (_call, send, { method, url, signal }) => {
  const isPart = method === 'GET' && url.endsWith('/0');
  if (isPart) vi.advanceTimersByTime(10_000);
  return isPart && signal.aborted ? 'crash' : send();
};

test('allows Blobs ten seconds to return a part', async () => {
  const { bytes, put } = await beginUpload();
  await put(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const published = await shop.runOnce(() => put(1), readSlowly);
  expect(published).toMatchObject({ status: 200 });
  expect(await currentHash()).toBe(sha256(bytes));
});

/** Sends the first of two parts. `more` overrides parameters of its query. */
const putPart = (
  more: Readonly<Record<string, string>> = {},
  { bytes = 9, type = 'application/octet-stream' } = {},
): Promise<Response> => {
  const upload = crypto.randomUUID();
  const query = { file: GUIDE.product, upload, part: '0', parts: '2', ...more };
  return owner.put(new Uint8Array(bytes), query, type);
};

describe('uploading a part', () => {
  test('stores a part of 4 MiB', async () => {
    expect((await putPart({}, { bytes: PART_BYTES })).status).toBe(204);
  });

  test('refuses a part of more than 4 MiB', async () => {
    const refused = await putPart({}, { bytes: PART_BYTES + 1 });
    await expectProblem(refused, 413, 'body_too_large');
  });

  test('refuses a part with the content type text/plain', async () => {
    const refused = await putPart({}, { type: 'text/plain' });
    expect((await refused.clone().json()).detail).toBe('Please upload a PDF file.');
    await expectProblem(refused, 415, 'file_not_pdf');
  });

  test('refuses a part for an unknown product', async () => {
    await expectProblem(await putPart({ file: 'guide-9' }), 404, 'product_not_found');
  });

  test('refuses a part with a path as its file name', async () => {
    await expectProblem(await putPart({ name: '../a.pdf' }), 422, 'file_name_invalid');
  });

  test.each([
    { name: 'a part number beyond the last part', query: { part: '2' } },
    { name: 'a negative part number', query: { part: '-1' } },
    { name: 'a fraction as its part number', query: { part: '1.5' } },
    { name: 'an empty part number', query: { part: '' } },
    { name: 'a number of parts above the limit', query: { parts: '6' } },
    { name: 'a path as its upload id', query: { upload: '../x' } },
    { name: 'an unknown parameter', query: { more: '1' } },
  ])('refuses a part with $name', async ({ query }) => {
    await expectProblem(await putPart(query), 400, 'invalid_request');
  });

  test('refuses a part without a part number', async () => {
    const upload = crypto.randomUUID();
    const refused = await owner.put(new Uint8Array(9), { file: GUIDE.product, upload, parts: '2' });
    await expectProblem(refused, 400, 'invalid_request');
  });

  test('does not store a refused part', async () => {
    await owner.upload({ bytes: await newPdf() });
    await putPart({}, { bytes: PART_BYTES + 1 });
    await putPart({}, { type: 'text/plain' });
    await putPart({ file: 'guide-9' });
    await putPart({ name: '../a.pdf' });
    await putPart({ part: '2' });
    expect(await listStoredParts()).toEqual([]);
  });
});

describe('a refused upload', () => {
  test('leaves the current guide unchanged if the upload is not a PDF', async () => {
    const before = await owner.files();
    await expectProblem(await owner.upload({ bytes: new Uint8Array(9) }), 415, 'file_not_pdf');
    expect(await owner.files()).toEqual(before);
  });

  test('leaves the current guide unchanged if the upload unpacks to 500 MB', async () => {
    const before = await owner.files();
    await expectProblem(await owner.upload({ bytes: bomb(500) }), 422, 'pdf_too_complex');
    expect(await owner.files()).toEqual(before);
  });
});

test('publishes a PDF right after an upload that unpacks to 500 MB', async () => {
  await owner.upload({ bytes: bomb(500) });
  expect((await owner.upload({ bytes: await newPdf() })).status).toBe(200);
});
