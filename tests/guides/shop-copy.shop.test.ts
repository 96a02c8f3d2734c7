import { expect, test } from 'vitest';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { fileNameOf } from '../catalog.ts';
import { buyKnown } from '../shop/buying.ts';
import { bytesOf, linkTo, putEdition } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const OTHER = 'guide-3';

/** Expects the upload to be refused, and the guide to stay as it is. */
const expectRefused = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  const before = await owner.files(OTHER);
  await expectProblem(await owner.upload({ bytes, product: OTHER }), 422, 'pdf_from_shop');
  expect(await owner.files(OTHER)).toEqual(before);
};

test('a copy from the shop is not published, and the original is published again', async () => {
  const original = await makePdf();
  await owner.upload({ bytes: original });
  const session = await buyKnown(shop, 'individual_guide_6_10');
  const copy = await bytesOf(await shop.call(await linkTo(shop, GUIDE.product, session)));
  expect(copy.includes('Order MSK-')).toBe(true);
  await expectRefused(new Uint8Array(copy));
  const preview = await owner.call(`/api/admin/guides/${GUIDE.product}/file`);
  await expectRefused(new Uint8Array(await bytesOf(preview)));
  expect((await owner.upload({ bytes: original, product: OTHER })).status).toBe(200);
});

/** Text of PDF that readers skip, with room for an order's line. */
const COMMENT = Buffer.from(`\n%${' '.repeat(64)}\n`);
const filled = (file: Buffer, text: string): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(file);
  copy.set(Buffer.from(text), file.byteLength - COMMENT.byteLength + 2);
  return copy;
};

test('a copy of any edition of any guide is recognized by its bytes', async () => {
  // Nothing in this file says that the shop added its line.
  const file = Buffer.concat([await makePdf({ title: 'An earlier edition' }), COMMENT]);
  const line = { at: file.byteLength - COMMENT.byteLength + 2, length: 64 };
  await publishEdition(fileNameOf('bundle'), {
    bytes: new Uint8Array(file),
    line,
    upload: { size: 1, sha256: '', pages: 1, uploadedAs: 'a.pdf', uploadedAt: '' },
  });
  await putEdition({ bytes: await makePdf({ title: 'The current one' }), product: 'bundle' });
  const copy = filled(file, 'Order MSK-01F3-4AD8-A31F, for personal use');
  await expectRefused(copy);
  // As programs save a change to a PDF.
  await expectRefused(new Uint8Array(Buffer.concat([copy, COMMENT])));
});

test('the owner’s file with a change at its end is no copy', async () => {
  const original = await makePdf({ title: 'An original' });
  await owner.upload({ bytes: original });
  const changed = new Uint8Array(Buffer.concat([original, Buffer.from('\n% corrected\n')]));
  expect(await (await owner.upload({ bytes: changed })).json()).toMatchObject({ changed: true });
});
