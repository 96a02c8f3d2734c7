import { getStore } from '@netlify/blobs';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OrderDetail } from '../../src/contract/admin-orders.ts';
import type { ProductFile } from '../../src/contract/catalog.ts';
import type { DownloadFile } from '../../src/contract/orders.ts';
import type { GuideFilesResponse } from '../../src/contract/guide-files.ts';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { findCurrentEdition } from '../../netlify/guides/guide-store.ts';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { fileNameOf, productOf } from '../catalog.ts';
import { access, buyKnown } from '../shop/buying.ts';
import { bytesOf, stored } from '../shop/downloading.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { subjectOf } from '../shop/templates.ts';

const GUIDE = productOf('guide-1');
const PDF = fileNameOf('guide-1');
const LARGE = 'Large-Print.pdf';
const CHARTS = 'Charts.pdf';
const PARENT = 'parent@example.com';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { catalog } = await import('../../netlify/shop/catalog.ts');
const store = getStore('guides-dev');

const product = catalog.products.find(({ id }) => id === 'guide-1');
if (!product) throw new Error('There is no guide-1.');
const [guideFile] = product.files;
const largePrint: ProductFile = { name: LARGE, label: 'Large print' };
const charts: ProductFile = { name: CHARTS, label: 'Charts to print' };
const listFiles = (...others: readonly ProductFile[]): void => {
  product.files = [guideFile, ...others];
};

const publish = (fileName: string, text: string): Promise<boolean> =>
  publishEdition(fileName, { bytes: new TextEncoder().encode(text) });

/** Removes a file from the store, as if it had never been uploaded. */
const remove = (fileName: string): Promise<void> => store.delete(`${fileName}/record.json`);

beforeEach(async () => {
  await shop.empty();
  listFiles(largePrint, charts);
  await publish(PDF, 'the guide');
  await publish(LARGE, 'in large print');
  await publish(CHARTS, 'charts to print');
});
afterAll(() => void Object.assign(product, { files: [guideFile] }));

const linksOf = async (session: string): Promise<DownloadFile[]> => {
  const response = await shop.post('/api/verify-payment', { sessionId: session, files: true });
  return (await response.json()).files;
};
const namesOf = async (session: string): Promise<string[]> =>
  (await linksOf(session)).map(({ fileName }) => fileName);

test('links to the guide before its extra files, each with its label and size', async () => {
  const session = await buyKnown(shop, GUIDE.product_type);
  expect(await linksOf(session)).toMatchObject([
    { fileName: PDF, label: 'PDF', size: 9 },
    { fileName: LARGE, label: 'Large print', size: 14, isExtra: true },
    { fileName: CHARTS, label: 'Charts to print', size: 15, isExtra: true },
  ]);
});

test('links to the guides of a bundle before their extra files', async () => {
  const session = await buyKnown(shop, 'bundle');
  const names = await namesOf(session);
  expect(names[0]).toBe(fileNameOf('bundle'));
  expect(names).toContain(PDF);
  expect(names.slice(-2)).toEqual([LARGE, CHARTS]);
});

test('serves the file behind each link under its file name', async () => {
  const session = await buyKnown(shop, GUIDE.product_type);
  for (const { downloadUrl, fileName } of await linksOf(session)) {
    const response = await shop.call(downloadUrl);
    expect(response.headers.get('content-disposition')).toContain(fileName);
    expect(await bytesOf(response)).toEqual(await stored(fileName));
  }
});

test('returns links to every file of a product from secure-file-access', async () => {
  const session = await buyKnown(shop, GUIDE.product_type);
  const { files } = await (await access(shop, 'guide-1', session)).json();
  expect(files.map(({ fileName }: DownloadFile) => fileName)).toEqual([PDF, LARGE, CHARTS]);
});

test('serves the guide for a ticket without a file name, as issued by earlier versions', async () => {
  const sessionId = await buyKnown(shop, GUIDE.product_type);
  const ticket = await sealTicket({ sessionId, productId: 'guide-1', expiresAt: 1e10 });
  const response = await shop.call(`/api/files/${ticket}`);
  expect(await bytesOf(response)).toEqual(await stored(PDF));
});

test('refuses a ticket for a file that its product no longer lists', async () => {
  const session = await buyKnown(shop, GUIDE.product_type);
  const links = await linksOf(session);
  listFiles(charts);
  const large = links.find(({ fileName }) => fileName === LARGE)?.downloadUrl ?? '';
  await expectProblem(await shop.call(large), 403, 'access_denied');
});

test('refuses a ticket for a file of another product', async () => {
  const sessionId = await buyKnown(shop, GUIDE.product_type);
  const file = fileNameOf('guide-2');
  const ticket = await sealTicket({ sessionId, productId: 'guide-1', file, expiresAt: 1e10 });
  await expectProblem(await shop.call(`/api/files/${ticket}`), 403, 'access_denied');
});

test('links to no extra files until the guide itself is uploaded', async () => {
  await remove(PDF);
  const session = await buyKnown(shop, GUIDE.product_type);
  const response = await shop.post('/api/verify-payment', { sessionId: session, files: true });
  expect(await response.json()).toMatchObject({ fileState: 'preparing', files: [] });
});

test('omits an extra file that has not been uploaded yet', async () => {
  await remove(LARGE);
  const session = await buyKnown(shop, GUIDE.product_type);
  expect(await namesOf(session)).toEqual([PDF, CHARTS]);
  const response = await shop.post('/api/verify-payment', { sessionId: session, files: true });
  expect(await response.json()).not.toHaveProperty('preparing');
});

test('counts downloads per file and adds counts from earlier shop versions to those of the guide', async () => {
  const session = await buyKnown(shop, GUIDE.product_type);
  const earlier = JSON.stringify({ times: 3, lastAt: 1_700_000_000 });
  await shop.redis.hset(`order:dev:${session}`, { 'fetched:guide-1': earlier });
  for (const { downloadUrl } of await linksOf(session)) await bytesOf(await shop.call(downloadUrl));
  const number = orderNumberOf(session);
  const order: OrderDetail = await (await owner.call(`/api/admin/orders/${number}`)).json();
  const counts = order.files.map(({ file_name: name, times }) => [name, times]);
  expect(Object.fromEntries(counts)).toEqual({ [PDF]: 4, [LARGE]: 1, [CHARTS]: 1 });
  expect(order.fetched).toBe(6);
});

test('shows a button for the guide and links to extra files without JavaScript', async () => {
  const session = await buyKnown(shop, GUIDE.product_type);
  const page = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
  const html = await page.text();
  expect(html).toMatch(new RegExp(`class="button"[^>]*>Download ${PDF}`));
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(html.replaceAll(/\s+/g, ' ')).toMatch(
    /Large print: <a [^>]*>Download Large-Print\.pdf<\/a> \(1 KB\)/,
  );
});

test('lists every file for the owner, with the guide under its product id', async () => {
  const response = await owner.call('/api/admin/guides');
  const { products }: GuideFilesResponse = await response.json();
  const mine = products.filter((item) => item.product === 'guide-1');
  expect(mine.map(({ id, name, file_name: file }) => [id, name, file])).toEqual([
    ['guide-1', `${GUIDE.name} (PDF)`, PDF],
    [LARGE, `${GUIDE.name} (Large print)`, LARGE],
    [CHARTS, `${GUIDE.name} (Charts to print)`, CHARTS],
  ]);
});

test.each([
  { file: 'guide-1', stored: PDF },
  { file: PDF, stored: PDF },
  { file: LARGE, stored: LARGE },
])('publishes an upload for $file only as $stored', async ({ file, stored: name }) => {
  const before = { [PDF]: await stored(PDF), [LARGE]: await stored(LARGE) };
  const response = await owner.upload({ bytes: await makePdf(), name: 'New.pdf', product: file });
  expect(await response.json()).toMatchObject({ product: 'guide-1', fileName: name });
  for (const other of [PDF, LARGE]) {
    const isSame = (await stored(other)).equals(before[other] ?? Buffer.of());
    expect(isSame, other).toBe(other !== name);
  }
});

test('compares only the PDF of the guide itself with the promised title and page count', async () => {
  const { default: generated } = await import('#generated');
  const { promises } = generated;
  const promise = { title: 'Coins', pages: 15, fileSize: 'about 2MB' };
  onTestFinished(() => void Object.assign(generated, { promises }));
  Object.assign(generated, { promises: { 'guide-1': promise } });
  const bytes = await makePdf();
  for (const name of ['guide-1', PDF]) {
    await expectProblem(await owner.upload({ bytes, product: name }), 409, 'file_differs');
  }
  expect((await owner.upload({ bytes, product: LARGE })).status).toBe(200);
});

test('refuses to publish a buyer’s copy of an extra file as the guide', async () => {
  const text = ' '.repeat(64);
  await publishEdition(LARGE, {
    bytes: new TextEncoder().encode(`%PDF-1.7 ${text}`),
    line: { at: 9, length: text.length },
  });
  const buyerPdf = new TextEncoder().encode(`%PDF-1.7 ${'Order MSK-01F3-4AD8-A31F'.padEnd(64)}`);
  await expectProblem(await owner.upload({ bytes: buyerPdf }), 422, 'pdf_from_shop');
});

test('refuses an upload for a file that no product lists', async () => {
  const response = await owner.upload({ bytes: await makePdf(), name: 'a.pdf', product: 'No.pdf' });
  await expectProblem(response, 404, 'product_not_found');
});

test('restores an earlier edition of an extra file and serves it to the owner', async () => {
  const first = (await findCurrentEdition(LARGE))?.id ?? '';
  await owner.upload({ bytes: await makePdf(), name: 'New.pdf', product: LARGE });
  const path = `/api/admin/guides/${LARGE}`;
  await owner.post(`${path}/restore`, { edition: first });
  expect((await findCurrentEdition(LARGE))?.id).toBe(first);
  expect((await stored(LARGE)).toString()).toBe('in large print');
  expect((await bytesOf(await owner.call(`${path}/file`))).toString()).toBe('in large print');
});

test('announces an edition of an extra file with its label', async () => {
  await buyKnown(shop, GUIDE.product_type);
  pass(1);
  await owner.upload({ bytes: await makePdf(), name: 'New.pdf', product: LARGE });
  const edition = (await findCurrentEdition(LARGE))?.id;
  const path = `/api/admin/guides/${LARGE}/announce`;
  const { preview } = await (
    await owner.post(path, { action: 'preview', edition, changes: '' })
  ).json();
  await owner.post(path, { action: 'begin', preview });
  await shop.runSchedule();
  const announced = (await shop.inbox()).filter(({ to }) => to === PARENT);
  const subject = subjectOf('new-edition', `${GUIDE.name} (Large print)`);
  expect(announced.map((mail) => mail.subject)).toContain(subject);
});

test('warns the owner about a listed file that has not been uploaded', async () => {
  await remove(CHARTS);
  const { checks } = await (await owner.call('/api/health')).json();
  const says = checks.map(({ says: words }: { says: string }) => words).join('\n');
  expect(says).toContain(`${GUIDE.name} (Charts to print) has no file`);
});

test('warns the owner about a stored file that no product lists anymore', async () => {
  listFiles(largePrint);
  const { checks } = await (await owner.call('/api/health')).json();
  const says = checks.map(({ says: words }: { says: string }) => words).join('\n');
  expect(says).toContain(`${CHARTS} was uploaded, but no product lists it`);
  expect(says).not.toContain(`${LARGE} was uploaded`);
});
