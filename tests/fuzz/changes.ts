import * as fc from 'fast-check';
import { weighted } from '../model/weighted.ts';
import { type Case, bodyOf } from './case.ts';
import { oddHeaderValue, oddJson, oddText, session, signature } from './odd.ts';
import { range, tag } from './ranges.ts';
import { escaped } from './text.ts';

/** One thing about a request made wrong, or only unusual. */
type Change = (given: Case) => Case;

const method = fc
  .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'get', 'BREW')
  .map((name): Change => (given) => ({ ...given, method: name }));

const path = fc
  .constantFrom('/', '//', '/.', '/..', '/%2e%2e', '.json', '%00', '?', '/x', ';a=b', '%2F')
  .map((end): Change => (given) => ({ ...given, path: given.path + end }));

const query = fc
  .tuple(fc.oneof(fc.constantFrom('session_id', 'productType', 'a'), oddText), oddText)
  .map(([name, value]): Change => {
    const pair = `${escaped(name)}=${escaped(value)}`;
    return (given) => ({ ...given, query: given.query ? `${given.query}&${pair}` : pair });
  });

const origin = fc.constantFrom(
  'http://localhost:7100',
  'http://127.0.0.1:7100',
  'https://evil.example',
  'null',
  'http://localhost:7100.evil.example',
  'http://localhost:7100@evil.example',
  'file://',
  '',
);

const host = fc.constantFrom('evil.example', 'localhost:7101', '127.0.0.1', 'a b', '[::1]:80', '');

const address = fc.constantFrom(
  '2001:db8::1',
  '::ffff:192.0.2.1',
  'fe80::1%eth0',
  '999.1.1.1',
  '1:2:3:4:5:6:7:8:9',
  '192.0.2.1, 10.0.0.1',
  '',
  '::',
);

const type = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded; charset=latin1',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'APPLICATION/JSON',
  ';',
  '',
);

/** Headers that some part of a shop reads, with what they may hold at worst. */
const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  range,
  'if-range': tag,
  'if-none-match': tag,
  'if-match': tag,
  origin,
  referer: origin,
  host,
  'x-forwarded-host': host,
  'x-forwarded-proto': fc.constantFrom('https', 'http', 'javascript'),
  'x-forwarded-for': address,
  'x-nf-client-connection-ip': address,
  forwarded: fc.constant('for=1.2.3.4;host=evil.example;proto=https'),
  'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'none'),
  'content-type': type,
  'content-length': fc.constantFrom('-1', '0', '1e9', '99999999999999999999', 'x'),
  'content-encoding': fc.constantFrom('gzip', 'br', 'identity'),
  'transfer-encoding': fc.constantFrom('chunked', 'gzip'),
  accept: fc.constantFrom('text/html', '*/*', 'application/json', ''),
  cookie: oddHeaderValue.map((value) => `owner_session=${value}; owner_session=`),
  'stripe-signature': signature,
  'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
};

const withHeader =
  (name: string, value: string, add: boolean): Change =>
  (given) => ({
    ...given,
    headers: [...given.headers.filter(([other]) => add || other !== name), [name, value]],
  });

const knownHeader = fc
  .constantFrom(...Object.entries(HEADERS))
  .chain(([name, values]) =>
    fc
      .tuple(weighted([4, values], [1, oddHeaderValue]), fc.boolean())
      .map(([value, add]) => withHeader(name, value, add)),
  );

const anyHeader = fc
  .tuple(
    fc.constantFrom(
      'x-nf-request-id',
      'x-request-id',
      'user-agent',
      'x-odd',
      'expect',
      'authorization',
    ),
    oddHeaderValue,
  )
  .map(([name, value]) => withHeader(name, value, true));

const onBody =
  (change: (body: NonNullable<Case['body']>) => Case['body']): Change =>
  (given) => ({ ...given, body: change(given.body ?? bodyOf('{}')) });

const onText = (change: (text: string) => string): Change =>
  onBody((body) => ({ ...body, text: change(body.text) }));

const fieldsOf = (text: string): Record<string, unknown> => {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
};

/** One field of a JSON body with a value that it was not made for. */
const field = fc.tuple(fc.nat(5), oddJson).map(([which, value]) =>
  onText((text) => {
    const fields = fieldsOf(text);
    const names = Object.keys(fields);
    const name = names[which % names.length] ?? 'sessionId';
    return JSON.stringify({ ...fields, [name]: value });
  }),
);

const extraField = fc
  .tuple(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'sessionId'), oddText), oddJson)
  .map(([name, value]) => {
    const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    return onText((text) => text.replace(/^\{/, text === '{}' ? `{${member}` : `{${member},`));
  });

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const wholeText = fc
  .oneof(
    fc.constantFrom('', ' ', 'null', '[]', '"x"', '0', '{', '{"a":', '\ufeff{}', '1e999', 'NaN'),
    fc.constantFrom(100, 4000, 7000).map(nested),
    fc.constantFrom(3000).map((depth) => `{"a":`.repeat(depth) + '1' + '}'.repeat(depth)),
    session.map((id) => `productType=bundle&productType=${id}`),
    session.map(
      (id) => `--x\r\ncontent-disposition: form-data; name="sessionId"\r\n\r\n${id}\r\n--x--`,
    ),
    fc
      .array(fc.tuple(oddText, oddText), { maxLength: 4 })
      .map((pairs) => pairs.map((pair) => pair.map(escaped).join('=')).join('&')),
    oddJson.map((value) => JSON.stringify(value)),
    oddText,
  )
  .map((text) => onText(() => text));

const form = fc
  .tuple(fc.constantFrom('productType', 'product%54ype', 'sessionId'), oddText)
  .map(([name, value]): Change => {
    const asForm = withHeader('content-type', 'application/x-www-form-urlencoded', false);
    const withBody = onText(() => `${name}=${escaped(value)}`);
    return (given) => asForm(withBody(given));
  });

const bytes = fc.oneof(
  fc.nat(2000).map((brokenAt) => onBody((body) => ({ ...body, brokenAt }))),
  fc
    .constantFrom(1, 16_000, 16_384, 100_000, 600_000)
    .map((padding) => onBody((body) => ({ ...body, padding }))),
  fc.constant(onBody((body) => ({ ...body, isChunked: true }))),
  fc.nat(2000).map((n) => onText((text) => text.slice(0, n % (text.length + 1)))),
);

export const change: fc.Arbitrary<Change> = weighted(
  [2, method],
  [1, path],
  [3, query],
  [8, knownHeader],
  [2, anyHeader],
  [4, field],
  [3, extraField],
  [2, wholeText],
  [2, form],
  [3, bytes],
);
