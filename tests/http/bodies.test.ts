import { describe, expect, test } from 'vitest';
import { createPaymentRequest } from '../../src/contract/checkout.ts';
import { ordersQuery, verifyPaymentRequest } from '../../src/contract/orders.ts';
import { readBody, readFormOrJson, readQuery } from '../../netlify/http/body.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const ADDRESS = 'https://shop.example/api/none';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const posted = (body: BodyInit, type: string) =>
  new Request(ADDRESS, { method: 'POST', body, headers: { 'content-type': type } });
const readWith = (body: BodyInit, type: string, schema = createPaymentRequest) =>
  readFormOrJson(posted(body, type), schema);

const utf16 = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'utf16le'));
const LIMIT = 16 * 1024;
const INVALID = { code: 'invalid_request' };

const BROKEN: Readonly<Record<string, string | Bytes>> = {
  nothing: '',
  'a space': ' ',
  null: 'null',
  'a list': '[{"productType":"bundle"}]',
  'half of it': '{"productType":"bun',
  'nests 8,000 lists': '['.repeat(8000),
  'nests 2,500 objects': '{"a":'.repeat(2500) + '1' + '}'.repeat(2500),
  'nests in the field': `{"productType":${'['.repeat(4000)}${']'.repeat(4000)}}`,
  'has __proto__ beside': '{"productType":"bundle","__proto__":{"is_active":true}}',
  'has __proto__ in place of fields': '{"__proto__":{"productType":"bundle"}}',
  'has constructor beside': '{"productType":"bundle","constructor":{"prototype":{}}}',
  'is UTF-16': utf16('{"productType":"bundle"}'),
  'is Latin-1': new Uint8Array(Buffer.from('{"productType":"bündle"}', 'latin1')),
  'is no text': new Uint8Array([0xff, 0xfe, 0x00, 0xd8]),
  'has a huge number': '{"productType":1e999999}',
  'has a lone surrogate': String.raw`{"productType":"\ud800"}`,
};

test.each(Object.entries(BROKEN))('a JSON body that %s is refused', async (_name, body) => {
  await expect(readWith(body, JSON_TYPE)).rejects.toMatchObject(INVALID);
});

test('a session with a zero byte is refused', async () => {
  const request = posted(String.raw`{"sessionId":"cs_test_\u0000"}`, JSON_TYPE);
  await expect(readFormOrJson(request, verifyPaymentRequest)).rejects.toMatchObject(INVALID);
});

test.each(['utf-16', 'iso-8859-1', 'no-such-charset'])(
  'a body that calls itself %s is read as what it is, or not at all',
  async (charset) => {
    const type = `application/json; charset=${charset}`;
    const bundle = '{"productType":"bundle"}';
    await expect(readWith(utf16(bundle), type)).rejects.toMatchObject(INVALID);
    expect(await readWith(bundle, type)).toEqual({ productType: 'bundle' });
  },
);

test('a body of another type is refused by that name', async () => {
  const read = readWith('{"productType":"bundle"}', 'text/plain');
  await expect(read).rejects.toMatchObject({ code: 'unsupported_media_type' });
});

test.each([
  ['is empty', ''],
  ['has its field twice', 'productType=bundle&productType=individual_guide_6_10'],
  ['has its field twice alike', 'productType=bundle&productType=bundle'],
  ['has another field', 'productType=bundle&price=1'],
  ['has __proto__ beside', 'productType=bundle&__proto__=1'],
  ['has a list', 'productType[]=bundle'],
  ['has a broken escape', 'productType=%E0%A4%A'],
  ['has ten thousand fields', 'a&'.repeat(8000)],
])('a plain form that %s is refused', async (_name, body) => {
  await expect(readWith(body, FORM_TYPE)).rejects.toMatchObject(INVALID);
});

test.each([
  'session_id=cs_test_1&session_id=cs_test_2',
  'session_id=cs_test_1&__proto__=1',
  'session_id[]=cs_test_1',
  'session_id=%ff',
  'session_id=cs_test_1%00',
  'session_id=cs_test_1&all=1',
])('the query %s is refused', (query) => {
  const request = new Request(`${ADDRESS}?${query}`);
  expect(() => readQuery(request, ordersQuery)).toThrow(expect.objectContaining(INVALID));
});

test('a refusal repeats no more than a line of the field names that a caller made up', async () => {
  const read = readWith(
    JSON.stringify({ ['x'.repeat(10_000)]: 1, productType: 'bundle' }),
    JSON_TYPE,
  );
  await expect(read).rejects.toThrow(/^Unrecognized key: "x{100,182}$/);
});

/** A body far beyond the limit, and how much of it was read. */
const longBody = () => {
  const read = { bytes: 0, stopped: false };
  const body = new ReadableStream({
    pull(controller) {
      read.bytes += 1024;
      if (read.bytes > 4 * LIMIT) return controller.close();
      controller.enqueue(new Uint8Array(1024).fill(32));
    },
    cancel: () => void (read.stopped = true),
  });
  return { read, body };
};

const readLong = async (headers: Record<string, string>) => {
  const { read, body } = longBody();
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  const reading = readBody(new Request(ADDRESS, init));
  await expect(reading).rejects.toMatchObject({ code: 'body_too_large' });
  return read;
};

describe('a long body', () => {
  test('that says it is too large is not read at all', async () => {
    // What a stream reads ahead by itself.
    const { bytes } = await readLong({ 'content-length': String(LIMIT + 1) });
    expect(bytes).toBeLessThanOrEqual(1024);
  });

  test.each([{}, { 'content-length': '10' }, { 'content-length': 'none' }])(
    'is read no further than its limit, with %j',
    async (lie) => {
      const { bytes, stopped } = await readLong(lie);
      expect(bytes).toBeLessThanOrEqual(LIMIT + 4096);
      expect(stopped).toBe(true);
    },
  );
});
