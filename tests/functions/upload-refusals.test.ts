import { getStore } from '@netlify/blobs';
import { afterEach, describe, expect, test } from 'vitest';
import { BAD_FILES, BAD_NAMES } from './bad-files.ts';
import { sha256, stored } from './downloading.ts';
import { makePdf } from './pdfs.ts';
import { expectProblem } from './problems.ts';
import { openTestShop } from './shop.ts';
import { GUIDE, openDesk } from './uploading.ts';

const shop = await openTestShop();
const desk = await openDesk(shop);

const good = await makePdf({ title: 'The edition before' });
await desk.inParts({ bytes: good });

/** Every key that is kept, whatever the store. */
const kept = async (): Promise<string[]> => {
  const lists = await Promise.all(
    ['guides-dev', 'uploads-dev'].map((name) => getStore(name).list()),
  );
  return lists.flatMap(({ blobs }) => blobs.map(({ key }) => key)).toSorted();
};
const before = await kept();

afterEach(async () => {
  expect(await kept()).toEqual(before);
  expect(sha256(await stored(GUIDE.fileName))).toBe(sha256(good));
});

describe.each(BAD_FILES)('$what', ({ bytes, code, status, says, isLarge = false }) => {
  test('is refused both ways with its reason, and nothing is kept', async () => {
    const file = { bytes: await bytes() };
    // The contract knows no upload of nothing.
    if (file.bytes.byteLength > 0) {
      const inParts = await desk.inParts(file);
      expect((await inParts.clone().json()).detail).toMatch(says);
      await expectProblem(inParts, status, code);
    }
    const inOne = await desk.inOne(file);
    if (!isLarge) expect((await inOne.clone().json()).detail).toMatch(says);
    await expectProblem(inOne, status, code);
  });
});

describe.each(BAD_NAMES)('a file with %s in its name', (_what, name) => {
  test('is refused both ways', async () => {
    await expectProblem(await desk.begin({ bytes: good, name }), 422, 'file_name_invalid');
    const query = new URLSearchParams({ product: GUIDE.product, name });
    const bare = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: good };
    await expectProblem(await desk.call(`/api/upload?${query}`, bare), 422, 'file_name_invalid');
  });
});
