import { describe, expect, test } from 'vitest';
import { streamBytes } from '../../netlify/downloads/byte-stream.ts';
import { buy } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored } from '../shop/downloading.ts';
import { GUIDE } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const session = await buy(shop, 'bundle');
const link = await linkTo(shop, GUIDE.product, session);
const { fileName } = GUIDE;
const guide = await stored(fileName);
const etag = `"${sha256(guide)}"`;

type Sent = Readonly<Record<string, string>>;
/** The whole file, a range of its bytes, or the status of a response without file bytes. */
type Expected = 'all' | { readonly first: number; readonly last: number } | 304 | 412 | 416;
type Row = { readonly name: string; readonly headers: Sent; readonly expected: Expected };

const EARLIER = 'Wed, 21 Oct 2015 07:28:00 GMT';
const LATER = 'Wed, 21 Oct 2065 07:28:00 GMT';

const size = guide.length;
const end = size - 1;
const range = 'bytes=10-19';
const TEN_TO_19 = { first: 10, last: 19 };
const LAST_TEN = { first: size - 10, last: end };

/** RFC 9110, sections 13.1, 13.2.2, 14.1 and 14.2. */
const RANGES: readonly Row[] = [
  {
    name: 'a range for the first byte',
    headers: { range: 'bytes=0-0' },
    expected: { first: 0, last: 0 },
  },
  {
    name: 'a range for the last byte',
    headers: { range: `bytes=${end}-${end}` },
    expected: { first: end, last: end },
  },
  {
    name: 'an open-ended range',
    headers: { range: `bytes=${size - 10}-` },
    expected: LAST_TEN,
  },
  { name: 'a suffix range', headers: { range: 'bytes=-10' }, expected: LAST_TEN },
  {
    name: 'a suffix range that is longer than the file',
    headers: { range: `bytes=-${size + 1}` },
    expected: { first: 0, last: end },
  },
  {
    name: 'a range that ends beyond the end of the file',
    headers: { range: `bytes=900-${size}` },
    expected: { first: 900, last: end },
  },

  {
    name: 'a range that starts at the end of the file',
    headers: { range: `bytes=${size}-` },
    expected: 416,
  },
  { name: 'a suffix range of zero bytes', headers: { range: 'bytes=-0' }, expected: 416 },

  { name: 'several ranges', headers: { range: 'bytes=0-1,5-6' }, expected: 'all' },
  { name: 'a range that ends before it starts', headers: { range: 'bytes=9-3' }, expected: 'all' },
  { name: 'a range in another unit', headers: { range: 'lines=1-2' }, expected: 'all' },
];

const CONDITIONS: readonly Row[] = [
  {
    name: 'the current ETag in If-Range',
    headers: { range, 'if-range': etag },
    expected: TEN_TO_19,
  },
  {
    name: 'a different ETag in If-Range',
    headers: { range, 'if-range': '"other"' },
    expected: 'all',
  },
  {
    name: 'a weak ETag in If-Range',
    headers: { range, 'if-range': `W/${etag}` },
    expected: 'all',
  },
  { name: 'a date in If-Range', headers: { range, 'if-range': EARLIER }, expected: 'all' },
  {
    name: 'a different ETag in If-Range and a range past the end',
    headers: { range: `bytes=${size}-`, 'if-range': '"o"' },
    expected: 'all',
  },

  { name: 'the current ETag in If-None-Match', headers: { 'if-none-match': etag }, expected: 304 },
  {
    name: 'a weak ETag in If-None-Match',
    headers: { 'if-none-match': `W/${etag}` },
    expected: 304,
  },
  { name: '* in If-None-Match', headers: { 'if-none-match': '*' }, expected: 304 },
  {
    name: 'a list of ETags in If-None-Match',
    headers: { 'if-none-match': `"other", W/"a,b" ,${etag}` },
    expected: 304,
  },

  { name: '* in If-Match', headers: { 'if-match': '*' }, expected: 'all' },
  {
    name: 'a list of ETags in If-Match',
    headers: { 'if-match': `"other",${etag}` },
    expected: 'all',
  },
  { name: 'a different ETag in If-Match', headers: { 'if-match': '"other"' }, expected: 412 },
  { name: 'a weak ETag in If-Match', headers: { 'if-match': `W/${etag}` }, expected: 412 },

  {
    name: 'a failing If-Match and a matching If-None-Match',
    headers: { 'if-match': '"o"', 'if-none-match': etag },
    expected: 412,
  },
  {
    name: 'a matching If-Match and a matching If-None-Match',
    headers: { 'if-match': etag, 'if-none-match': etag },
    expected: 304,
  },
];

const CONDITIONS_WITH_RANGE: readonly Row[] = [
  {
    name: 'a different ETag in If-Match and a range',
    headers: { 'if-match': '"o"', range },
    expected: 412,
  },
  {
    name: 'the current ETag in If-None-Match and a range',
    headers: { 'if-none-match': etag, range },
    expected: 304,
  },
  {
    name: 'a different ETag in If-None-Match and a range',
    headers: { 'if-none-match': '"o"', range },
    expected: TEN_TO_19,
  },
];

const ALL: readonly Row[] = [
  { name: 'no range or condition', headers: {}, expected: 'all' },
  {
    name: 'If-Modified-Since for a file without a date',
    headers: { 'if-modified-since': LATER },
    expected: 'all',
  },
];

const NAMED = { etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' };
const PROBLEM = { 'cache-control': 'no-store', 'content-type': 'application/problem+json' };

const fileHeaders = (length: number) => ({
  ...NAMED,
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
  'content-length': String(length),
});

/** The expected status and headers, and the hash of the body unless it reports an error. */
const expectedResponse = (expected: Expected) => {
  switch (expected) {
    case 'all':
      return { status: 200, headers: fileHeaders(size), hash: sha256(guide) };
    case 304:
      return { status: 304, headers: NAMED, hash: sha256(Buffer.alloc(0)) };
    case 412:
      return { status: 412, headers: PROBLEM };
    case 416:
      return { status: 416, headers: { ...PROBLEM, 'content-range': `bytes */${size}` } };
    default: {
      const { first, last } = expected;
      const contentRange = `bytes ${first}-${last}/${size}`;
      const headers = { ...fileHeaders(last - first + 1), 'content-range': contentRange };
      return { status: 206, headers, hash: sha256(guide.subarray(first, last + 1)) };
    }
  }
};

/** The headers to compare. Only some responses have all of them. */
const COMPARED_HEADERS =
  /^(etag|accept-ranges|cache-control|content-(type|disposition|length|range))$/;

test.each([...ALL, ...RANGES, ...CONDITIONS, ...CONDITIONS_WITH_RANGE])(
  'follows RFC 9110 for a request with $name',
  async ({ headers, expected }) => {
    const response = await shop.call(link, { headers });
    const { status } = response;
    const compared = [...response.headers].filter(([name]) => COMPARED_HEADERS.test(name));
    const hash = sha256(await bytesOf(response));
    expect({ status, headers: Object.fromEntries(compared), hash }).toEqual({
      hash,
      ...expectedResponse(expected),
    });
  },
);

test('reads the record and the file only once each for a download', async () => {
  const before = shop.callsTo('blobs');
  await bytesOf(await shop.call(link));
  expect(shop.callsTo('blobs') - before).toBeLessThanOrEqual(2);
});

test('reads only the record for a 304 response', async () => {
  const before = shop.callsTo('blobs');
  await shop.call(link, { headers: { 'if-none-match': etag } });
  expect(shop.callsTo('blobs') - before).toBeLessThanOrEqual(1);
});

describe.each([...ALL, ...CONDITIONS, ...CONDITIONS_WITH_RANGE])(
  'a HEAD request with $name',
  ({ headers }) => {
    test('returns the same headers as GET without a range', async () => {
      const { range: _range, 'if-range': _ifRange, ...others } = headers;
      const head = await shop.call(link, { method: 'HEAD', headers });
      const get = await shop.call(link, { headers: others });
      await get.body?.cancel();
      for (const response of [head, get]) response.headers.delete('x-request-id');
      expect(head.status).toBe(get.status);
      expect([...head.headers]).toEqual([...get.headers]);
    });

    test('does not send the file', async () => {
      const head = await shop.call(link, { method: 'HEAD', headers });
      expect(head.ok && head.body).toBeFalsy();
    });
  },
);

test('retries if Blobs fails once for the record and once for the file', async () => {
  const failed: string[] = [];
  const failOnce: Meet = async (_call, send, { url }) => {
    if (failed.includes(url) || !/(record\.json|\.pdf)$/.test(url)) return send();
    failed.push(url);
    return new Response(null, { status: 429 });
  };
  expect(await shop.runOnce(() => shop.call(link), failOnce)).toMatchObject({ status: 200 });
  expect(failed).toHaveLength(2);
});

test('sends a file in chunks', async () => {
  const stream = streamBytes(new Uint8Array(100_000));
  const sizes = (await Array.fromAsync(stream)).map(({ byteLength }) => byteLength);
  expect(sizes).toEqual([64 * 1024, 100_000 - 64 * 1024]);
});

// Netlify may freeze the function once its response has ended.
test('ends the response only after the download is counted', async () => {
  let isCounted = false;
  const stream = streamBytes(new Uint8Array(100_000), async () => {
    await new Promise(setImmediate);
    isCounted = true;
  });
  await Array.fromAsync(stream);
  expect(isCounted).toBe(true);
});
