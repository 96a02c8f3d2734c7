import { describe, expect, test } from 'vitest';
import { buy } from './buying.ts';
import { bytesOf, linkTo, sha256 } from './downloading.ts';
import { makePdf } from './pdfs.ts';
import { openTestShop } from './shop.ts';
import { GUIDE, openDesk } from './uploading.ts';

const shop = await openTestShop();
const desk = await openDesk(shop);
const session = await buy(shop, 'individual_guide_6_10');

const downloaded = async (): Promise<string> =>
  sha256(await bytesOf(await shop.call(await linkTo(shop, GUIDE.product, session))));

describe.each(['inParts', 'inOne'] as const)('a guide uploaded %s', (way) => {
  test('is what a past buyer gets with the next download', async () => {
    const bytes = await makePdf({ pages: 3, title: `The ${way} edition` });
    const response = await desk[way]({ bytes });
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
    expect(await downloaded()).toBe(sha256(bytes));
    expect((await desk.shelf()).current).toMatchObject({
      isSample: false,
      pages: 3,
      sha256: sha256(bytes),
    });
  });
});
