import { getStore } from '@netlify/blobs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isDownload } from '../../netlify/downloads/count-downloads.ts';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import type { VerifyPaymentResponse } from '../../src/contract/orders.ts';
import { productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession, verify } from '../shop/buying.ts';
import { granted, linkTo } from '../shop/downloading.ts';
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

test('a link opens its file for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const link = await linkTo(shop, 'guide-1', await buy(shop, GUIDE));
  vi.setSystemTime(Date.now() + DAY_MS - 1000);
  expect((await shop.call(link)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  await expectProblem(await shop.call(link), 410, 'ticket_expired');
  // A person who opens the link in a browser gets a page.
  const opened = await shop.call(link, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const type = opened.headers.get('content-type');
  expect([opened.status, type]).toEqual([410, 'text/html; charset=utf-8']);
  expect(headerFaults(opened.headers, 'answer')).toEqual([]);
  const page = await opened.text();
  expect(page).toContain('This link has expired. Open your download page again for a new one.');
  expect(page).not.toMatch(/cs_test_/);
});

test('a link that is made up or of another shop opens nothing', async () => {
  const ticket = { sessionId: await buy(shop, GUIDE), productId: 'guide-1' };
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const other = await sealTicket({ ...ticket, expiresAt }, `${process.env['SIGNING_SECRET']}x`);
  for (const sealed of ['nonsense', other]) {
    await expectProblem(await shop.call(`/api/files/${sealed}`), 403, 'ticket_invalid');
  }
});

test('if the store has no file, the list is empty and a link answers 404', async () => {
  const session = await buy(shop, 'individual_guide_15_18');
  const link = await linkTo(shop, 'guide-3', session);
  await getStore('guides-dev').delete(`${productOf('guide-3').file_name}/record.json`);
  expect(await granted(shop, 'guide-3', session)).toEqual({ files: [] });
  await expectProblem(await shop.call(link), 404, 'file_not_found');
});

test('verify-payment gives files only if asked for them', async () => {
  const session = await buy(shop, GUIDE);
  for (const more of [{}, { files: false }]) {
    const answer = await (await ask({ sessionId: session, ...more })).json();
    expect(answer).not.toHaveProperty('files');
  }
  await expectProblem(await ask({ sessionId: session, files: 'yes' }), 400, 'invalid_request');
});

test('an order that is unpaid, pending or failed gives no files', async () => {
  const session = await openSession(shop, GUIDE);
  expect(await verifyWithFiles(session)).toEqual({ status: 'unpaid', order: null });
  await control(shop, 'pay', { session, method: 'bank' });
  const pending = await verifyWithFiles(session);
  expect([pending.status, pending.files]).toEqual(['pending', undefined]);
  await control(shop, 'settle', { session, outcome: 'failed' });
  await expectStatus(shop, session, 'failed');
  expect((await verifyWithFiles(session)).files).toBeUndefined();
});

test('while the guides’ store fails, verify-payment answers without files', async () => {
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

/** The notes on fetched files. */
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

test('a download of each file is counted, but not its head, its rest, or a second one within ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const session = await buy(shop, 'bundle');
  await verify(shop, session);
  const link = await linkTo(shop, 'guide-1', session);
  expect(await fetchFile(link, { method: 'HEAD' })).toBe(200);
  expect(await fetchFile(link, { headers: { range: 'bytes=4-' } })).toBe(206);
  await (await shop.call(link)).body?.cancel();
  expect(await fetched(session)).toEqual({});

  const start = Date.now() / 1000;
  const counts: object[] = [];
  for (const second of [0, 599, 600, 1199]) {
    vi.setSystemTime((start + second) * 1000);
    await fetchFile(link);
    counts.push(await fetched(session));
  }
  const [one, two] = [
    { 'fetched:guide-1': { times: 1, lastAt: start } },
    { 'fetched:guide-1': { times: 2, lastAt: start + 600 } },
  ];
  expect(counts).toEqual([one, one, two, two]);
  await fetchFile(await linkTo(shop, 'guide-2', session));
  const other = { 'fetched:guide-2': { times: 1, lastAt: start + 1199 } };
  expect(await fetched(session)).toEqual({ ...two, ...other });
});
