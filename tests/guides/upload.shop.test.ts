import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BeginUploadResponse } from '../../src/contract/guide-files.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored, uploadHash } from '../shop/downloading.ts';
import { GUIDE, logInAsOwner, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
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

/** What buyers get begins with these bytes. */
const expectCurrent = async (bytes: Uint8Array): Promise<void> =>
  expect(uploadHash(await stored(GUIDE.fileName), { size: bytes.byteLength })).toBe(sha256(bytes));

const partsKept = async (): Promise<number> => (await getStore('uploads-dev').list()).blobs.length;

describe.each(['inParts', 'inOne'] as const)('a guide uploaded %s', (way) => {
  test('is what a past buyer gets with the next download, and is published once', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    // Only one of them gets an order's line, which takes longer than all else.
    const title = `The ${way} edition`;
    const bytes = await (way === 'inOne' ? makePdf({ title }) : newPdf(title));
    const response = await owner[way]({ bytes });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        product: GUIDE.product,
        fileName: GUIDE.fileName,
        size: bytes.byteLength,
        sha256: sha256(bytes),
        pages: 1,
        title,
        changed: true,
      },
    ]);
    const download = await bytesOf(await shop.call(await linkTo(shop, GUIDE.product, session)));
    expect(uploadHash(download, { size: bytes.byteLength })).toBe(sha256(bytes));
    expect(await partsKept()).toBe(0);

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

  test('may come out of order and twice, and names the parts that are missing', async () => {
    const { bytes, upload, parts, put } = await beginLarge();
    expect(parts).toBe(3);
    await put(1);
    const missing = await owner.publish(upload);
    expect((await missing.clone().json()).detail).toContain('0, 2');
    await expectProblem(missing, 409, 'upload_incomplete');
    for (const n of [2, 0, 2]) expect((await put(n)).status).toBe(204);
    expect((await owner.publish(upload)).status).toBe(200);
    await expectCurrent(bytes);
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
    await expectProblem(await owner.put(upload, 3, last), 400, 'invalid_request');
    const path = `/api/admin/uploads/${upload}`;
    const putRaw = (place: string, type: string) =>
      owner.call(`${path}/parts/${place}`, {
        method: 'PUT',
        body: first,
        headers: { 'content-type': type },
      });
    for (const place of ['-1', '1.5', '1e0', 'x']) {
      const odd = await putRaw(place, 'application/octet-stream');
      await expectProblem(odd, 400, 'invalid_request');
    }
    await expectProblem(await putRaw('0', 'text/plain'), 415, 'unsupported_media_type');
    expect(await partsKept()).toBe(0);

    await put(0);
    expect((await owner.call(path, { method: 'DELETE' })).status).toBe(204);
    expect((await (await owner.begin({ bytes })).json()).received).toEqual([]);
  });

  test('whose bytes are not those that were announced is dropped', async () => {
    const { upload, part, put } = await beginLarge();
    await Promise.all([put(0), put(1), owner.put(upload, 2, part(2).fill(0))]);
    await expectProblem(await owner.publish(upload), 409, 'upload_incomplete');
    expect(await partsKept()).toBe(0);
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
  });

  test('is for a product that there is', async () => {
    const bytes = await newPdf('No product');
    for (const product of ['guide-9', 'constructor']) {
      await expectProblem(await owner.begin({ bytes, product }), 404, 'product_not_found');
    }
  });
});

test('an upload needs no Redis, and waits for the store', async () => {
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
  await expectCurrent(bytes);
});
