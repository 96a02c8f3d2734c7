import { describe, expect, test } from 'vitest';
import { attachmentResponse, contentDisposition } from '../../netlify/http/attachment.ts';
import { Problem } from '../../netlify/http/problem.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
const sha256 = 'ab'.repeat(32);
const etag = `"${sha256}"`;

/** In chunks of odd sizes, so that a range begins and ends inside one. */
const body = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      const cuts = [0, 333, 400, 977, bytes.length];
      for (const [i, from] of cuts.slice(0, -1).entries()) {
        controller.enqueue(bytes.subarray(from, cuts[i + 1]));
      }
      controller.close();
    },
  });

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  attachmentResponse(new Request('http://shop/api/files/t', { method, headers }), {
    fileName: 'Guide.pdf',
    size: bytes.length,
    sha256,
    ...(method === 'GET' && { body: body() }),
  });

const content = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a guide', () => {
  test('is sent whole, as a download, with its length and a strong ETag', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="Guide.pdf"; filename*=UTF-8''Guide.pdf`,
      etag,
    });
    expect(await content(response)).toEqual(bytes);
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const head = await get({}, 'HEAD');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries((await get()).headers));
    expect(head.body).toBeNull();
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-899', 100, 899],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=900-5000', 900, 999],
  ])('answers %s with exactly those bytes', async (range, first, last) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(response.headers.get('content-length')).toBe(String(last - first + 1));
    expect(await content(response)).toEqual(bytes.subarray(first, last + 1));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
    'refuses %s with 416',
    async (range) => {
      const refused = await get({ range }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Problem);
      expect(refused).toMatchObject({
        code: 'range_not_satisfiable',
        headers: { 'content-range': 'bytes */1000' },
      });
    },
  );

  test.each(['bytes=9-3', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-'])(
    'ignores %s, as RFC 9110 allows',
    async (range) => {
      expect((await get({ range })).status).toBe(200);
    },
  );

  test('goes on with a range only while it is the same edition', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-9', 'if-range': `W/${etag}` })).status).toBe(200);
  });

  test.each([etag, `"other", ${etag}`, `W/${etag}`, '*'])(
    'is not sent again to who has it (If-None-Match: %s)',
    async (ifNoneMatch) => {
      const response = await get({ 'if-none-match': ifNoneMatch });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    },
  );
});

test('a file name with quotes, letters beyond ASCII or line breaks cannot break the header', () => {
  const header = contentDisposition('Gäste "1"\r\nSet-Cookie: a=b.pdf');
  expect(header).not.toMatch(/[\r\n]/);
  expect(header).toBe(
    `attachment; filename="G_ste _1___Set-Cookie: a=b.pdf"; ` +
      `filename*=UTF-8''G%C3%A4ste%20%221%22%0D%0ASet-Cookie%3A%20a%3Db.pdf`,
  );
});
