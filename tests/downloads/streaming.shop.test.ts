import { afterEach, expect, test } from 'vitest';
import { access, buy } from '../shop/buying.ts';
import { bytesOf, linkTo, stored } from '../shop/downloading.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const session = await buy(shop, 'individual_guide_6_10');
const link = await linkTo(shop, GUIDE.product, session);

afterEach(() => shop.failBlobs('none'));

/** tests/http/chaos.shop.test.ts has a store that fails for longer. */
const FAULTS = ['refused', '429', '500'] as const;
test.each(FAULTS)('a store that fails once (%s) is asked once more', async (fault) => {
  for (const ask of [() => access(shop, GUIDE.product, session), () => shop.call(link)]) {
    await (await ask()).arrayBuffer();
    const before = shop.callsTo('blobs');
    await (await ask()).arrayBuffer();
    const without = shop.callsTo('blobs') - before;
    shop.failBlobs(fault, 1);
    const response = await ask();
    expect(response.status).toBe(200);
    expect(shop.callsTo('blobs') - before).toBe(2 * without + 1);
    await response.body?.cancel();
  }
});

test.each([
  ['a guide that did not change', { 'if-none-match': '*' }, 304],
  ['a guide that changed', { 'if-match': '"other"' }, 412],
  ['a range beyond the end', { range: 'bytes=99999999-' }, 416],
])('%s is answered without its bytes', async (_what, headers, status) => {
  const before = shop.callsTo('blobs');
  expect((await shop.call(link, { headers })).status).toBe(status);
  expect(shop.callsTo('blobs') - before).toBe(1);
});

test('a guide is sent in chunks, only as they are read', async () => {
  const { body } = await shop.call(link);
  const reader = body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.byteLength).toBe(64 * 1024);
  await reader?.cancel();
});

test('a download that breaks off in the middle is completed by a range, byte for byte', async () => {
  const { body, headers } = await fetch(shop.siteUrl + link);
  const reader = body?.getReader();
  const first = (await reader?.read())?.value ?? new Uint8Array();
  await reader?.cancel();
  expect(first.byteLength).toBeGreaterThan(0);
  const rest = await fetch(shop.siteUrl + link, {
    headers: { range: `bytes=${first.byteLength}-`, 'if-range': headers.get('etag') ?? '' },
  });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([first, await bytesOf(rest)]);
  expect(whole.equals(await stored(GUIDE.fileName))).toBe(true);
});

test('a download of an edition that was replaced meanwhile begins again', async () => {
  const { headers, body } = await shop.call(link);
  await body?.cancel();
  const bytes = await makePdf({ title: 'Replaced meanwhile' });
  const owner = await ownerClient(shop);
  await owner.upload({ bytes });
  const etag = headers.get('etag') ?? '';
  const rest = await shop.call(link, { headers: { range: 'bytes=5-', 'if-range': etag } });
  expect(rest.status).toBe(200);
  expect((await bytesOf(rest)).subarray(0, bytes.byteLength).equals(Buffer.from(bytes))).toBe(true);
  await expectProblem(
    await shop.call(link, { headers: { 'if-match': etag } }),
    412,
    'precondition_failed',
  );
});
