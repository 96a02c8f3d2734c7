import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BeginUploadResponse } from '../../src/contract/guide-files.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, uploadHash } from '../shop/downloading.ts';
import { logInAsOwner } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { ONE_PAGE, rawPdf } from './raw-pdf.ts';
import { openTestShop } from '../shop/shop.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const session = await buy(shop, 'individual_guide_6_10');

afterEach(() => {
  shop.failRedis('none');
  vi.useRealTimers();
});

/** What a buyer gets begins with these bytes. */
const expectDownload = async (bytes: Uint8Array): Promise<void> => {
  const response = await shop.call(await linkTo(shop, GUIDE.product, session));
  const size = bytes.byteLength;
  expect(uploadHash(await bytesOf(response), { size })).toBe(sha256(bytes));
};

/** Signed: to make room for an order's line in it takes longer than all else. */
const newPdf = (title?: string) => makePdf({ ...(title && { title }), packed: false }, sign);

const partsKept = async (): Promise<string[]> => {
  const { blobs } = await getStore('uploads-dev').list();
  return blobs.map(({ key }) => key);
};

describe.each(['inParts', 'inOne'] as const)('a guide uploaded %s', (way) => {
  test('is what a past buyer gets with the next download', async () => {
    // Only one of them gets an order's line, which takes longer than all else.
    const kind = way === 'inOne' ? {} : { packed: false };
    const change = way === 'inOne' ? undefined : sign;
    const bytes = await makePdf({ pages: 3, title: `The ${way} edition`, ...kind }, change);
    const response = await owner[way]({ bytes });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      product: GUIDE.product,
      fileName: GUIDE.fileName,
      size: bytes.byteLength,
      sha256: sha256(bytes),
      pages: 3,
      title: `The ${way} edition`,
      changed: true,
    });
    await expectDownload(bytes);
    expect(await partsKept()).toEqual([]);
  });

  test('changes nothing where it is the current file already', async () => {
    const bytes = await newPdf(`Twice ${way}`);
    await owner[way]({ bytes });
    const before = await owner.files();
    const again = await owner[way]({ bytes, name: 'Another name.pdf' });
    expect(await again.json()).toMatchObject({ changed: false, sha256: sha256(bytes) });
    expect(await owner.files()).toEqual(before);
  });
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

  test('may come out of order and twice', async () => {
    const { bytes, upload, parts, put } = await beginLarge();
    expect(parts).toBe(3);
    for (const n of [2, 0, 2, 1, 0]) expect((await put(n)).status).toBe(204);
    expect(await (await owner.publish(upload)).json()).toMatchObject({ sha256: sha256(bytes) });
    await expectDownload(bytes);
  });

  test('goes on where it broke off, in another tab and after another login', async () => {
    const { bytes, put } = await beginLarge();
    await put(1);
    const later = await ownerClient(shop, logInAsOwner(shop));
    const again: BeginUploadResponse = await (await later.begin({ bytes })).json();
    expect(again.received).toEqual([1]);
    expect((await later.inParts({ bytes })).status).toBe(200);
    await expectDownload(bytes);
  });

  test('names the parts that are missing, and takes them then', async () => {
    const { upload, put } = await beginLarge();
    await put(1);
    const missing = await owner.publish(upload);
    expect((await missing.clone().json()).detail).toContain('0, 2');
    await expectProblem(missing, 409, 'upload_incomplete');
    await Promise.all([put(0), put(2)]);
    expect((await owner.publish(upload)).status).toBe(200);
  });

  test('takes no part of another length, nor of another kind, nor beyond the last', async () => {
    const { upload, part } = await beginLarge();
    const [first, last] = [part(0), part(2)];
    await expectProblem(await owner.put(upload, 0, last), 400, 'invalid_request');
    await expectProblem(await owner.put(upload, 2, first), 413, 'body_too_large');
    await expectProblem(await owner.put(upload, 3, last), 400, 'invalid_request');
    const path = `/api/admin/uploads/${upload}/parts`;
    const octets = { 'content-type': 'application/octet-stream' };
    for (const odd of ['-1', '1.5', '1e0', '0x1', 'x']) {
      const init = { method: 'PUT', body: first, headers: octets };
      await expectProblem(await owner.call(`${path}/${odd}`, init), 400, 'invalid_request');
    }
    const text = { method: 'PUT', body: first, headers: { 'content-type': 'text/plain' } };
    await expectProblem(await owner.call(`${path}/0`, text), 415, 'unsupported_media_type');
    await owner.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' });
    expect(await partsKept()).toEqual([]);
  });

  test('whose bytes are not those that were announced is dropped', async () => {
    const { upload, part, put } = await beginLarge();
    await Promise.all([put(0), put(1), owner.put(upload, 2, part(2).fill(0))]);
    await expectProblem(await owner.publish(upload), 409, 'upload_incomplete');
    expect(await partsKept()).toEqual([]);
  });

  test('can be given up', async () => {
    const { bytes, upload, put } = await beginLarge();
    await put(0);
    const gone = await owner.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' });
    expect(gone.status).toBe(204);
    expect((await (await owner.begin({ bytes })).json()).received).toEqual([]);
  });

  test('that was left behind is cleared after days, not after one', async () => {
    const { bytes, put } = await beginLarge();
    await put(0);
    const day = 24 * 3600 * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
    const nextDay = await ownerClient(shop, logInAsOwner(shop));
    expect((await (await nextDay.begin({ bytes })).json()).received).toEqual([0]);
    vi.setSystemTime(Date.now() + 3 * day);
    const laterDay = await ownerClient(shop, logInAsOwner(shop));
    await laterDay.begin({ bytes: await newPdf() });
    expect(await partsKept()).toEqual([]);
  });

  test('is known by what this shop sealed alone, and keeps its product', async () => {
    const { bytes, upload, put } = await beginLarge();
    const forged = [
      'x',
      `${upload.slice(0, -1)}${upload.endsWith('A') ? 'B' : 'A'}`,
      Buffer.from(JSON.stringify({ product: 'guide-1', size: 1 })).toString('base64url'),
    ];
    for (const id of forged) {
      await expectProblem(await owner.put(id, 0, bytes), 400, 'invalid_request');
      await expectProblem(await owner.publish(id), 400, 'invalid_request');
    }
    // The parts of one product are not another's.
    await Promise.all([put(0), put(1), put(2)]);
    const other = await (await owner.begin({ bytes, product: 'guide-2' })).json();
    expect(other.received).toEqual([]);
    await expectProblem(await owner.publish(other.upload), 409, 'upload_incomplete');
    expect((await owner.publish(upload)).status).toBe(200);
  });

  test('is for a product that there is', async () => {
    const bytes = await newPdf();
    for (const product of ['guide-9', 'constructor']) {
      await expectProblem(await owner.begin({ bytes, product }), 404, 'product_not_found');
    }
    await expectProblem(
      await owner.begin({ bytes, product: '../guide-1' }),
      400,
      'invalid_request',
    );
  });
});

const send = (file: Blob | string, product: string | null) => {
  const form = new FormData();
  if (typeof file === 'string') form.set('file', file);
  else form.set('file', file);
  if (product !== null) form.set('product', product);
  return owner.call('/api/upload', { method: 'POST', body: form });
};
const named = async (name: string, type = 'application/pdf') =>
  new File([await newPdf(`Named ${name} ${type}`)], name, { type });

describe('an upload in one request', () => {
  test('replaces the file of the same name', async () => {
    const response = await send(await named('Money-Smart-Kids-Ages-11-14.pdf'), null);
    expect(await response.json()).toMatchObject({ product: 'guide-2', changed: true });
    const other = await send(await named('Summer.pdf'), null);
    await expectProblem(other, 404, 'product_not_found');
  });

  test('may be the bare PDF', async () => {
    const bytes = await newPdf('Bare');
    const query = new URLSearchParams({ name: 'Money-Smart-Kids-Ages-6-10.pdf' });
    const init = { method: 'POST', body: bytes, headers: { 'content-type': 'application/pdf' } };
    const response = await owner.call(`/api/upload?${query}`, init);
    expect(await response.json()).toMatchObject({ product: GUIDE.product, title: 'Bare' });
  });

  test('of a file that is no guide is refused in words', async () => {
    const wrong = await send(new File(['x'], 'a.png', { type: 'image/png' }), GUIDE.product);
    expect((await wrong.clone().json()).detail).toBe('Please upload a PDF file.');
    await expectProblem(wrong, 415, 'file_not_pdf');
    const empty = await send(new File([], 'a.pdf', { type: 'application/pdf' }), GUIDE.product);
    expect((await empty.clone().json()).detail).toMatch(/^The file is empty\./);
    await expectProblem(empty, 422, 'file_empty');
  });

  test('is refused for what it says that it is, whatever is in it', async () => {
    for (const type of ['text/html', 'image/png', 'application/x-pdf']) {
      const response = await send(await named('a.pdf', type), GUIDE.product);
      await expectProblem(response, 415, 'file_not_pdf');
    }
    const json = await owner.post('/api/upload', { file: 'x' });
    await expectProblem(json, 415, 'file_not_pdf');
  });

  test('has one file', async () => {
    await expectProblem(await send('x', GUIDE.product), 400, 'invalid_request');
    const form = new FormData();
    for (const name of ['a.pdf', 'b.pdf']) form.append('file', await named(name));
    form.set('product', GUIDE.product);
    const two = await owner.call('/api/upload', { method: 'POST', body: form });
    await expectProblem(two, 400, 'invalid_request');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['', '--x', 'nonsense']) {
      const odd = await owner.call('/api/upload', { method: 'POST', body, headers });
      await expectProblem(odd, 400, 'invalid_request');
    }
  });
});

test('an upload needs no Redis', async () => {
  shop.failRedis('500');
  const bytes = await newPdf('Without Redis');
  expect((await owner.inParts({ bytes })).status).toBe(200);
  expect((await owner.inOne({ bytes })).status).toBe(200);
});
