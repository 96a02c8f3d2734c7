import { getStore } from '@netlify/blobs';
import { describe, expect, test } from 'vitest';
import { BAD_FILES, BAD_NAMES, type BadFile } from './bad-files.ts';
import { sha256, stored } from '../shop/downloading.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

const good = await makePdf({ title: 'The edition before' });
await owner.inParts({ bytes: good });

/** Every key that is kept, whatever the store. */
const kept = async (): Promise<string[]> => {
  const lists = await Promise.all(
    ['guides-dev', 'uploads-dev'].map((name) => getStore(name).list()),
  );
  return lists.flatMap(({ blobs }) => blobs.map(({ key }) => key)).toSorted();
};
const before = await kept();
const storedBefore = sha256(await stored(GUIDE.fileName));

const expectNothingChanged = async (): Promise<void> => {
  expect(await kept()).toEqual(before);
  expect(sha256(await stored(GUIDE.fileName))).toBe(storedBefore);
};

/** The contract knows no upload in parts of nothing, and one request takes no 19 MB. */
const waysOf = ({ code }: BadFile): ('inParts' | 'inOne')[] =>
  code === 'file_empty' ? ['inOne'] : ['inParts', 'inOne'];

/** The first of each code; what else is refused is asked of the check itself, which is the same for all. */
const SENT = BAD_FILES.filter(
  ({ code }, index) => BAD_FILES.findIndex((file) => file.code === code) === index,
);

test.each(SENT)('$what is refused both ways with its reason, and nothing is kept', async (bad) => {
  const bytes = await bad.bytes();
  for (const way of waysOf(bad)) {
    const response = await owner[way]({ bytes });
    expect((await response.clone().json()).detail).toMatch(bad.says);
    await expectProblem(response, bad.status, bad.code);
  }
  await expectNothingChanged();
});

describe.each(BAD_NAMES)('a file with %s in its name', (_what, name) => {
  test('is refused both ways', async () => {
    await expectProblem(await owner.begin({ bytes: good, name }), 422, 'file_name_invalid');
    const query = new URLSearchParams({ product: GUIDE.product, name });
    const bare = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: good };
    await expectProblem(await owner.call(`/api/upload?${query}`, bare), 422, 'file_name_invalid');
    await expectNothingChanged();
  });
});
