import { beforeAll, describe, expect, test } from 'vitest';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { fileNameOf } from '../catalog.ts';
import { buyKnown } from '../shop/buying.ts';
import { bytesOf, linkTo, putEdition } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const shop = await openTestShop();
const owner = await ownerClient(shop);
const OTHER = 'guide-3';

/** Expects the upload to be refused, and the guide to stay unchanged. */
const expectRefused = async (bytes: Bytes): Promise<void> => {
  const before = await owner.files(OTHER);
  await expectProblem(await owner.upload({ bytes, product: OTHER }), 422, 'pdf_from_shop');
  expect(await owner.files(OTHER)).toEqual(before);
};

describe('uploading a file', () => {
  let original: Bytes;
  beforeAll(async () => {
    original = await makePdf();
    await owner.upload({ bytes: original });
  });

  test('refuses a buyer’s copy of a published guide', async () => {
    const session = await buyKnown(shop, 'individual_guide_6_10');
    const copy = await bytesOf(await shop.call(await linkTo(shop, GUIDE.product, session)));
    expect(copy.includes('Order MSK-')).toBe(true);
    await expectRefused(new Uint8Array(copy));
  });

  test('refuses the owner’s preview of a published guide', async () => {
    const preview = await owner.call(`/api/admin/guides/${GUIDE.product}/file`);
    await expectRefused(new Uint8Array(await bytesOf(preview)));
  });

  test('publishes the original file for another product', async () => {
    expect((await owner.upload({ bytes: original, product: OTHER })).status).toBe(200);
  });

  test('publishes the original file with a change at its end', async () => {
    const changed = new Uint8Array(Buffer.concat([original, Buffer.from('\n% corrected\n')]));
    expect(await (await owner.upload({ bytes: changed })).json()).toMatchObject({ changed: true });
  });
});

/** Text that PDF readers skip, with room for an order number line. */
const COMMENT = Buffer.from(`\n%${' '.repeat(64)}\n`);

/** A copy of an earlier bundle edition. Only its order number line shows its origin. */
const makeEarlierCopy = async (): Promise<Bytes> => {
  const file = Buffer.concat([await makePdf({ title: 'An earlier edition' }), COMMENT]);
  const line = { at: file.byteLength - COMMENT.byteLength + 2, length: 64 };
  await publishEdition(fileNameOf('bundle'), {
    bytes: new Uint8Array(file),
    line,
    upload: { size: 1, sha256: '', pages: 1, uploadedAs: 'a.pdf', uploadedAt: '' },
  });
  await putEdition({ bytes: await makePdf({ title: 'The current one' }), product: 'bundle' });
  const copy = new Uint8Array(file);
  copy.set(Buffer.from('Order MSK-01F3-4AD8-A31F, for personal use'), line.at);
  return copy;
};

test('recognizes a copy of another guide’s earlier edition from the copy’s bytes', async () => {
  await expectRefused(await makeEarlierCopy());
});

// This is how programs append changes to a PDF.
test('recognizes a copy of an earlier edition even if bytes are appended to the copy', async () => {
  const copy = await makeEarlierCopy();
  await expectRefused(new Uint8Array(Buffer.concat([copy, COMMENT])));
});
