import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

// Imported after the shop is open, because opening it may reset the modules.
const { default: generated } = await import('#generated');
const { promises } = generated;
Object.assign(generated, {
  promises: {
    'guide-1': { title: 'A Seed in the Jar', pages: 15, fileSize: 'one file' },
    'guide-2': { title: 'The First Coins', pages: 15, fileSize: 'about 2MB' },
  },
});
afterAll(() => void Object.assign(generated, { promises }));

const pdf = (pages: number, title: string = crypto.randomUUID()) =>
  makePdf({ pages, title, packed: false }, sign);

/** Sends the first of a file's two parts. `finish` sends the last part. */
const beginUpload = async (bytes: Uint8Array<ArrayBuffer>, file: string = GUIDE.product) => {
  const query = { file, upload: crypto.randomUUID(), parts: '2', sha256: sha256(bytes) };
  const first = await owner.put(bytes.slice(0, 100), { ...query, part: '0' });
  expect(first.status).toBe(204);
  const finish = (more: Record<string, string> = {}) =>
    owner.put(bytes.slice(100), { ...query, part: '1', ...more });
  return { finish };
};

test('says how a file differs from what the shop’s pages promise', async () => {
  const { finish } = await beginUpload(await pdf(3));
  const refused = await finish();
  const { detail } = await refused.clone().json();
  expect(detail).toBe('This PDF has 3 pages, but the shop promises 15.');
  await expectProblem(refused, 409, 'file_differs');
});

test('does not publish a differing file until the owner confirms it', async () => {
  const before = await owner.files();
  const { finish } = await beginUpload(await pdf(3));
  await finish();
  expect(await owner.files()).toEqual(before);
});

test('publishes a confirmed file even if only its last part is sent again', async () => {
  const bytes = await pdf(3);
  const { finish } = await beginUpload(bytes);
  await expectProblem(await finish(), 409, 'file_differs');
  const published = await finish({ confirm: '1' });
  expect(await published.json()).toMatchObject({ pages: 3, changed: true });
  expect((await owner.files()).current).toMatchObject({ pages: 3, sha256: sha256(bytes) });
});

test('asks for a new confirmation if the next file also differs', async () => {
  const first = await beginUpload(await pdf(3));
  await first.finish({ confirm: '1' });
  const second = await beginUpload(await pdf(3));
  await expectProblem(await second.finish(), 409, 'file_differs');
});

test.each(['', '0', 'true'])('refuses "%s" as a confirmation', async (confirm) => {
  const { finish } = await beginUpload(await pdf(3));
  await expectProblem(await finish({ confirm }), 400, 'invalid_request');
});

test('refuses a damaged file even if the owner confirms it', async () => {
  const { finish } = await beginUpload(new Uint8Array(200));
  await expectProblem(await finish({ confirm: '1' }), 415, 'file_not_pdf');
});

test('publishes a file without confirmation if it matches what the shop’s pages promise', async () => {
  const { finish } = await beginUpload(await pdf(15, 'A seed in the jar, 2nd edition'));
  expect(await (await finish()).json()).toMatchObject({ pages: 15, changed: true });
});

test('asks the owner to confirm a file with the title of another guide', async () => {
  const { finish } = await beginUpload(await pdf(15, 'The First Coins'));
  const refused = await finish();
  expect((await refused.clone().json()).detail).toContain('“The First Coins”');
  await expectProblem(refused, 409, 'file_differs');
});

test('asks the owner to confirm a file whose size differs from the promised size', async () => {
  const { finish } = await beginUpload(await pdf(15), 'guide-2');
  const refused = await finish();
  expect((await refused.clone().json()).detail).toContain('about 2MB');
  await expectProblem(refused, 409, 'file_differs');
});

test('publishes any PDF for the bundle, because no page describes the bundle’s file', async () => {
  const { finish } = await beginUpload(await pdf(1, 'The First Coins'), 'bundle');
  expect((await finish()).status).toBe(200);
});
