import { expect, test } from 'vitest';
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
/** 200, 206 with these bytes, or no bytes at all. */
type Expected = 200 | 304 | 412 | 416 | readonly [first: number, last: number];

const [EARLIER, LATER] = ['Wed, 21 Oct 2015 07:28:00 GMT', 'Wed, 21 Oct 2065 07:28:00 GMT'];

const size = guide.length;
const end = size - 1;
const range = 'bytes=10-19';
/** RFC 9110, sections 13.1, 13.2.2, 14.1 and 14.2. */
const ROWS: readonly (readonly [what: string, headers: Sent, expected: Expected])[] = [
  ['nothing', {}, 200],

  ['the first byte', { range: 'bytes=0-0' }, [0, 0]],
  ['the last byte', { range: `bytes=${end}-${end}` }, [end, end]],
  ['an open end', { range: `bytes=${size - 10}-` }, [size - 10, end]],
  ['a suffix', { range: 'bytes=-10' }, [size - 10, end]],
  ['a suffix longer than the file', { range: `bytes=-${size + 1}` }, [0, end]],
  ['a last position beyond the end', { range: `bytes=900-${size}` }, [900, end]],

  ['a first position at the end', { range: `bytes=${size}-` }, 416],
  ['a suffix of no bytes', { range: 'bytes=-0' }, 416],

  ['several ranges', { range: 'bytes=0-1,5-6' }, 200],
  ['last before first', { range: 'bytes=9-3' }, 200],
  ['another unit', { range: 'lines=1-2' }, 200],

  ['If-Range with the tag', { range, 'if-range': etag }, [10, 19]],
  ['If-Range with another tag', { range, 'if-range': '"other"' }, 200],
  ['If-Range with the weak tag', { range, 'if-range': `W/${etag}` }, 200],
  ['If-Range with a date', { range, 'if-range': EARLIER }, 200],
  ['If-Range that fails, beyond the end', { range: `bytes=${size}-`, 'if-range': '"o"' }, 200],

  ['If-None-Match with the tag', { 'if-none-match': etag }, 304],
  ['If-None-Match with the weak tag', { 'if-none-match': `W/${etag}` }, 304],
  ['If-None-Match with *', { 'if-none-match': '*' }, 304],
  ['If-None-Match with a list', { 'if-none-match': `"other", W/"a,b" ,${etag}` }, 304],

  ['If-Match with *', { 'if-match': '*' }, 200],
  ['If-Match with a list', { 'if-match': `"other",${etag}` }, 200],
  ['If-Match with another tag', { 'if-match': '"other"' }, 412],
  ['If-Match with the weak tag', { 'if-match': `W/${etag}` }, 412],

  ['If-Match that fails before If-None-Match', { 'if-match': '"o"', 'if-none-match': etag }, 412],
  ['If-Match that matches, then If-None-Match', { 'if-match': etag, 'if-none-match': etag }, 304],
  ['If-Match that fails before a range', { 'if-match': '"o"', range }, 412],
  ['If-None-Match before a range', { 'if-none-match': etag, range }, 304],
  ['If-None-Match that fails, then a range', { 'if-none-match': '"o"', range }, [10, 19]],
  ['a date, of a file without one', { 'if-modified-since': LATER }, 200],
];

const NAMED = { etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' };
const PROBLEM = { 'cache-control': 'no-store', 'content-type': 'application/problem+json' };

/** The status, these headers, and the hash of the bytes. */
const wanted = (expected: Expected) => {
  const content = sha256(Buffer.alloc(0));
  if (expected === 304) return { status: expected, headers: NAMED, content };
  if (expected === 412) return { status: expected, headers: PROBLEM };
  if (expected === 416) {
    return { status: expected, headers: { ...PROBLEM, 'content-range': `bytes */${size}` } };
  }
  const [first, last] = expected === 200 ? [0, end] : expected;
  const headers = {
    ...NAMED,
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
    'content-length': String(last - first + 1),
    ...(expected !== 200 && { 'content-range': `bytes ${first}-${last}/${size}` }),
  };
  const status = expected === 200 ? 200 : 206;
  return { status, headers, content: sha256(guide.subarray(first, last + 1)) };
};

/** The headers of a file, which only some answers have. */
const OF_FILES = /^(etag|accept-ranges|cache-control|content-(type|disposition|length|range))$/;

test.each(ROWS)('asked for a guide with %s', async (_what, headers, expected) => {
  const before = shop.callsTo('blobs');
  const response = await shop.call(link, { headers });
  const named = [...response.headers].filter(([name]) => OF_FILES.test(name));
  const { status } = response;
  const content = sha256(await bytesOf(response));
  expect({ status, headers: Object.fromEntries(named), content }).toEqual({
    content,
    ...wanted(expected),
  });
  // The record, and only for a file its bytes.
  expect(shop.callsTo('blobs') - before).toBe(status < 300 ? 2 : 1);
});

test('HEAD answers as GET without a range, and sends no file', async () => {
  for (const [what, headers] of ROWS.filter(([words]) => /^nothing|^If-/.test(words))) {
    const { range: _range, 'if-range': _ifRange, ...others } = headers;
    const head = await shop.call(link, { method: 'HEAD', headers });
    const get = await shop.call(link, { headers: others });
    await get.body?.cancel();
    for (const { headers: named } of [head, get]) named.delete('x-request-id');
    expect([head.status, [...head.headers]], what).toEqual([get.status, [...get.headers]]);
    expect(head.ok && head.body, what).toBeFalsy();
  }
});

test('a store that fails to give the record, and then the file, is asked again', async () => {
  const asked: string[] = [];
  const failOnce: Meet = async (_call, send, { url }) => {
    if (asked.includes(url) || !/(record\.json|\.pdf)$/.test(url)) return send();
    asked.push(url);
    return new Response(null, { status: 429 });
  };
  expect(await shop.runOnce(() => shop.call(link), failOnce)).toMatchObject({ status: 200 });
  expect(asked).toHaveLength(2);
});

// Netlify may freeze the function once its answer has ended.
test('a file is sent in chunks, and its end waits until the download is counted', async () => {
  let isCounted = false;
  const stream = streamBytes(new Uint8Array(100_000), async () => {
    await new Promise(setImmediate);
    isCounted = true;
  });
  const sizes = (await Array.fromAsync(stream)).map(({ byteLength }) => byteLength);
  expect([...sizes, isCounted]).toEqual([64 * 1024, 100_000 - 64 * 1024, true]);
});
