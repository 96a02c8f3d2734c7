import { getStore } from '@netlify/blobs';
import { describe, expect, test } from 'vitest';
import { sha256, stored } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { BAD_FILES, type BadFile } from './bad-files.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

const good = await makePdf({ title: 'The edition before', packed: false }, sign);
await owner.inParts({ bytes: good });

/** Every key that is kept, whatever the store, and the current file. */
const kept = async () => {
  const stores = ['guides-dev', 'uploads-dev'].map((name) => getStore(name).list());
  const keys = (await Promise.all(stores)).flatMap(({ blobs }) => blobs.map(({ key }) => key));
  return [keys.toSorted(), sha256(await stored(GUIDE.fileName))];
};
const before = await kept();

/** The contract knows no upload in parts of nothing, and one request takes no 19 MB. */
const waysOf = ({ code }: BadFile): ('inParts' | 'inOne')[] =>
  code === 'file_empty' ? ['inOne'] : ['inParts', 'inOne'];

/** The first of each code. tests/unit/pdf.test.ts has what else the check refuses. */
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
  expect(await kept()).toEqual(before);
});

/** Sends a bare PDF in one request, which names it in its query. */
const sendBare = (query: Record<string, string>) =>
  owner.call(`/api/upload?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: good,
  });

test.each([
  ['a way up', '../../Money-Smart-Kids-Ages-6-10.pdf'],
  ['a way up of Windows', '..\\guide.pdf'],
  ['a NUL', 'guide.pdf\0.png'],
  ['a line feed', 'guide\n.pdf'],
  ['a carriage return', 'guide\r\nset-cookie: a=b.pdf'],
  ['300 characters', `${'x'.repeat(296)}.pdf`],
  ['a mark that turns what follows around', 'guide\u202efdp.exe'],
  ['nothing but a blank', ' '],
  ['nothing at all', ''],
])('a file with %s in its name is refused both ways', async (_what, name) => {
  await expectProblem(await owner.begin({ bytes: good, name }), 422, 'file_name_invalid');
  const bare = await sendBare({ product: GUIDE.product, name });
  await expectProblem(bare, 422, 'file_name_invalid');
  expect(await kept()).toEqual(before);
});

describe('an upload in one request', () => {
  test('names its product, or has the name of its file', async () => {
    const unchanged = await sendBare({ name: GUIDE.fileName });
    expect(await unchanged.json()).toMatchObject({ product: GUIDE.product, changed: false });
    await expectProblem(await sendBare({ name: 'Summer.pdf' }), 404, 'product_not_found');
  });

  test.each(['text/html', 'image/png', 'application/x-pdf'])(
    'is refused as %s, whatever is in it',
    async (type) => {
      const response = await owner.inOne({ bytes: good, type });
      expect((await response.clone().json()).detail).toBe('Please upload a PDF file.');
      await expectProblem(response, 415, 'file_not_pdf');
    },
  );

  const file = new File([good], 'a.pdf', { type: 'application/pdf' });
  test.each([
    ['no file', ['x']],
    ['two files', [file, file]],
  ])('with %s is refused', async (_what, files) => {
    const form = new FormData();
    for (const one of files) form.append('file', one);
    form.set('product', GUIDE.product);
    const response = await owner.call('/api/upload', { method: 'POST', body: form });
    await expectProblem(response, 400, 'invalid_request');
  });

  test.each(['', '--x', 'nonsense'])('that is no form is refused: "%s"', async (body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const response = await owner.call('/api/upload', { method: 'POST', body, headers });
    await expectProblem(response, 400, 'invalid_request');
  });
});
