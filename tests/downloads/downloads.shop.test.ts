import { getStore } from '@netlify/blobs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isDownload } from '../../netlify/downloads/count-downloads.ts';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import type { VerifyPaymentResponse } from '../../src/contract/orders.ts';
import { ACTIVE, BUNDLED, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession, verify } from '../shop/buying.ts';
import { bytesOf, granted, linkTo, sha256, stored } from '../shop/downloading.ts';
import { headerFaults } from '../headers.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const GUIDE = 'individual_guide_6_10';
const DAY_MS = 24 * 3_600_000;

const ask = (body: object) => shop.post('/api/verify-payment', body);
const verifyWithFiles = async (sessionId: string): Promise<VerifyPaymentResponse> => {
  const response = await ask({ sessionId, files: true });
  expect(response.status).toBe(200);
  return response.json();
};

test.each(['guide-1', 'guide-2', 'guide-3'])('the buyer of %s gets its own file', async (id) => {
  const { product_type: type, file_name: fileName } = productOf(id);
  const session = await buy(shop, type);
  const { files } = await granted(shop, id, session);
  const link = { downloadUrl: expect.stringMatching(/^\/api\/files\/[\w-]+$/), fileName };
  expect(files).toEqual([link]);
  const order = expect.objectContaining({ product_type: type });
  const verified = { status: 'paid', order, hasEmail: false, files: [link] };
  expect(await verifyWithFiles(session)).toEqual(verified);
  const response = await shop.call(files[0]?.downloadUrl ?? '');
  const bytes = await bytesOf(response);
  expect(bytes.equals(await stored(fileName))).toBe(true);
  expect(response.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
});

test('the buyer of a bundle gets the files of all active products, its own first', async () => {
  const session = await buy(shop, 'bundle');
  const { files = [] } = await verifyWithFiles(session);
  expect(files.map(({ fileName }) => fileName)).toEqual(BUNDLED);
  for (const { downloadUrl, fileName } of files) {
    const served = await bytesOf(await shop.call(downloadUrl));
    expect(served.equals(await stored(fileName))).toBe(true);
  }
  for (const { id, file_name: fileName } of ACTIVE) {
    expect((await granted(shop, id, session)).files).toMatchObject([{ fileName }]);
  }
});

test('a link opens its file for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const link = await linkTo(shop, 'guide-1', await buy(shop, GUIDE));
  vi.setSystemTime(Date.now() + DAY_MS - 60_000);
  expect((await shop.call(link)).status).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  await expectProblem(await shop.call(link), 410, 'ticket_expired');
  // A browser's own navigation.
  const opened = await shop.call(link, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([opened.status, opened.headers.get('content-type')]).toEqual([
    410,
    'text/html; charset=utf-8',
  ]);
  expect(headerFaults(opened.headers, 'answer')).toEqual([]);
  const page = await opened.text();
  expect(page).toContain('This link has expired. Open your download page again for a new one.');
  expect(page).not.toMatch(/cs_test_/);
});

test('no file comes by a link that is made up, of another shop or expired', async () => {
  const ticket = { sessionId: await buy(shop, GUIDE), productId: 'guide-1' };
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  const secret = process.env['SIGNING_SECRET'] ?? '';
  const follow = async (expiresAt: number, by: string) =>
    shop.call(`/api/files/${await sealTicket({ ...ticket, expiresAt }, by)}`);
  await expectProblem(await shop.call('/api/files/nonsense'), 403, 'ticket_invalid');
  await expectProblem(await follow(inAnHour, `${secret}x`), 403, 'ticket_invalid');
  await expectProblem(await follow(inAnHour - 7200, secret), 410, 'ticket_expired');
  expect((await follow(inAnHour, secret)).status).toBe(200);
});

test('where the store has no file for the product, the list is empty, and a link leads nowhere', async () => {
  const session = await buy(shop, 'individual_guide_15_18');
  const link = await linkTo(shop, 'guide-3', session);
  await getStore('guides-dev').delete(`${productOf('guide-3').file_name}/record.json`);
  expect(await granted(shop, 'guide-3', session)).toEqual({ files: [] });
  await expectProblem(await shop.call(link), 404, 'file_not_found');
});

test('who verifies gets no files unless they ask for them', async () => {
  const session = await buy(shop, GUIDE);
  for (const more of [{}, { files: false }]) {
    const answer = await (await ask({ sessionId: session, ...more })).json();
    expect(answer).not.toHaveProperty('files');
  }
  await expectProblem(await ask({ sessionId: session, files: 'yes' }), 400, 'invalid_request');
});

test('no files are answered of what waits for a bank, was declined, or was never paid', async () => {
  const session = await openSession(shop, GUIDE);
  expect(await verifyWithFiles(session)).toEqual({ status: 'unpaid', order: null });
  await control(shop, 'pay', { session, method: 'bank' });
  const pending = await verifyWithFiles(session);
  expect([pending.status, pending.files]).toEqual(['pending', undefined]);
  await control(shop, 'settle', { session, outcome: 'failed' });
  await expectStatus(shop, session, 'failed');
  expect((await verifyWithFiles(session)).files).toBeUndefined();
});

test('the verdict is given without files while the store of the guides is down', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  shop.failBlobs('500');
  const answer = await verifyWithFiles(session);
  shop.failBlobs('none');
  const order = expect.objectContaining({ product_type: 'bundle' });
  expect(answer).toEqual({ status: 'paid', order, hasEmail: false });
  expect(error).toHaveBeenCalled();
});

const fetchFile = async (link: string, init: RequestInit = {}): Promise<number> => {
  const response = await shop.call(link, init);
  await response.arrayBuffer();
  return response.status;
};

/** By product, how often a file was fetched, and when last. */
const fetched = async (session: string) => {
  const fields = Object.entries((await shop.redis.hgetall(`order:dev:${session}`)) ?? {});
  return Object.fromEntries(fields.filter(([name]) => name.startsWith('fetched:')));
};

test.each<[string, Record<string, string>, boolean]>([
  ['all of it', {}, true],
  ['an open range, as a download manager begins', { range: 'bytes=0-' }, true],
  ['a part of it', { range: 'bytes=0-3' }, false],
  ['its end', { range: 'bytes=-4' }, false],
  ['what a browser fetches ahead', { 'sec-purpose': 'prefetch' }, false],
  ['what an older browser fetches ahead', { purpose: 'prefetch' }, false],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a link preview', { 'user-agent': 'WhatsApp/2.23.20.0' }, false],
  ['a copy that the browser still has', { 'if-none-match': '*' }, false],
])('whether %s is a download', (_what, headers, isOne) => {
  expect(isDownload(new Request('https://shop.example', { headers }))).toBe(isOne);
});

/** tests/http/outside-calls.alone.test.ts has that the answer ends once the note is kept. */
test('a download of each file is counted, and neither its head nor its rest', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const session = await buy(shop, 'bundle');
  await verify(shop, session);
  const link = await linkTo(shop, 'guide-1', session);
  expect(await fetchFile(link, { method: 'HEAD' })).toBe(200);
  expect(await fetchFile(link, { headers: { range: 'bytes=4-' } })).toBe(206);
  await (await shop.call(link)).body?.cancel();
  expect(await fetched(session)).toEqual({});

  const lastAt = Date.now() / 1000;
  for (let time = 0; time < 3; time += 1) expect(await fetchFile(link)).toBe(200);
  expect(await fetched(session)).toEqual({ 'fetched:guide-1': { times: 1, lastAt } });
  await fetchFile(await linkTo(shop, 'guide-2', session));
  expect(await fetched(session)).toMatchObject({ 'fetched:guide-2': { times: 1, lastAt } });
});

test('fetches of a file within ten minutes of the last one counted are one download', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const session = await buy(shop, GUIDE);
  const link = await linkTo(shop, 'guide-1', session);
  const start = Date.now();
  const after = async (seconds: number) => {
    vi.setSystemTime(start + seconds * 1000);
    await fetchFile(link);
    return (await fetched(session))['fetched:guide-1'];
  };
  const [first, second] = [start / 1000, start / 1000 + 600];
  expect(await after(0)).toEqual({ times: 1, lastAt: first });
  expect(await after(599)).toEqual({ times: 1, lastAt: first });
  expect(await after(600)).toEqual({ times: 2, lastAt: second });
  expect(await after(1199)).toEqual({ times: 2, lastAt: second });
});
