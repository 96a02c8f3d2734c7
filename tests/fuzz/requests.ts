import * as fc from 'fast-check';
import { PRODUCTS } from '../catalogue.ts';
import { weighted } from '../model/weighted.ts';
import { SITE } from '../model/world.ts';
import { BUYER, SIGNERS, type Stage, signatureOf } from './stage.ts';

type Pair = readonly [name: string, value: string];

/** A request as plain data, so that a failure can be printed and shrunk. */
export type Case = {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: readonly Pair[];
  readonly body: string | null;
  /** Signs the final body as Stripe would. */
  readonly signer: string | null;
};

export const toRequest = ({ method, path, query, headers, body, signer }: Case): Request => {
  const url = new URL(SITE);
  url.pathname = path;
  url.search = query;
  const signed = signer ? [['stripe-signature', signatureOf(body ?? '', signer)] as const] : [];
  // `Headers` takes Latin-1 without control characters.
  const sent = [...headers, ...signed].map(([name, value]): [string, string] => [
    name,
    value.replace(/[^\t\x20-\x7e\u0080-\u00ff]/g, '?').trim(),
  ]);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers: sent, body: hasBody ? body : null });
};

const FORM_TYPE = 'application/x-www-form-urlencoded';
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

const withChange = (given: Case, change: Partial<Case>): Case => ({ ...given, ...change });
const get = (path: string, query = ''): Case => {
  return { method: 'GET', path, query, headers: [], body: null, signer: null };
};
const post = (path: string, body: string, type = 'application/json', query = ''): Case => {
  return { ...get(path, query), method: 'POST', headers: [['content-type', type]], body };
};
const json = (path: string, body: unknown): Case => post(path, JSON.stringify(body));
const form = (path: string, id: string): Case =>
  post(path, '', FORM_TYPE, `session_id=${escaped(id)}`);

const TAILS = ['A', '=', '.', '%00', '/', '-_', 'é'];
const swap = (letter: string): string => (letter === 'A' ? 'B' : 'A');
/** Make small errors. */
const BENDS: readonly ((text: string, n: number) => string)[] = [
  (text, n) => text.replace(text.charAt(n % text.length), swap),
  (text, n) => text.slice(0, -1 - (n % text.length)) + swap(text.at(-1) ?? ''),
  (text, n) => text.slice(1 + (n % text.length)),
  (text, n) => text + (TAILS[n % TAILS.length] ?? ''),
  (text) => text.toUpperCase(),
];

/** One of the things, or one with a small error. */
const held = (things: readonly string[]): fc.Arbitrary<string> => {
  const real = fc.constantFrom(...things);
  const bent = fc
    .tuple(real, fc.constantFrom(...BENDS), fc.nat(5000))
    .map(([thing, bend, n]) => bend(thing, n));
  return weighted([2, real], [1, bent]);
};

/** Texts with a meaning to a file system, a header, a page or a database. */
const LOADED = [
  '../../../../etc/passwd',
  'guide.pdf\u0000.html',
  'a\r\nSet-Cookie: x=1',
  '<script>alert(1)</script>',
  'order:dev:*',
  '%zz',
  '\ud800',
  'b'.repeat(70_000),
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'BREW'];
const ENDS = ['/', '//', '/..', '/%2e%2e', '.json', '%00', ';a=b', '%2F'];
const NAMES = ['__proto__', 'constructor', 'sessionId', 'session_id', 'a'];
const BODIES = ['', '[]', '{', '['.repeat(7000), ' '.repeat(20_000)];
const ORIGINS = ['https://evil.example', 'null', SITE, ''];
/** Headers that a part of the shop reads, with bad values. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  origin: ORIGINS,
  referer: ORIGINS,
  'x-forwarded-host': ['evil.example', ''],
  'x-nf-client-connection-ip': ['2001:db8::1', '999.1.1.1', ''],
  'x-nf-request-id': ['<script>'],
  'sec-fetch-site': ['cross-site', 'same-origin'],
  'content-type': [FORM_TYPE, 'application/json; charset=utf-16', 'multipart/form-data'],
  'content-length': ['-1', '1e9'],
  accept: ['text/html', ''],
  cookie: ['owner_session=x; owner_session='],
  'stripe-signature': ['t=1,v1=a'],
};

const withField = (body: string | null, name: string, value: unknown): string => {
  try {
    return JSON.stringify({ ...JSON.parse(body ?? ''), [name]: value });
  } catch {
    return JSON.stringify({ [name]: value });
  }
};

type Target = { readonly name: string; readonly paths: readonly string[] };
/** Files have the most to go wrong. The schedule is slow, because it asks Stripe for everything. */
const WEIGHTS: Readonly<Record<string, number>> = { files: 25, jobs: 4 };

/** Requests to the functions, right but for their sessions and tickets, with up to three changes. */
export const requestsOn = (stage: Stage, targets: readonly Target[]): fc.Arbitrary<Case> => {
  const session = held([...stage.paid, ...stage.unpaid, 'cs_test_n0b0dy']);
  const ticket = held([...stage.tickets.keys(), ...stage.tickets.keys(), ...stage.wrongTickets]);
  const oddText = fc.oneof(
    fc.constantFrom(...LOADED),
    fc.string({ unit: 'binary', maxLength: 30 }),
    session,
    ticket,
  );
  const oddJson = fc.oneof(oddText, fc.jsonValue({ maxDepth: 4 }));
  const [etag = ''] = stage.etags;
  const tag = fc.constantFrom(...stage.etags, `W/${etag}`, `"x", ${etag}`, '*', '"');
  // The guides of this shop are some 40 bytes long.
  const range = weighted(
    [3, fc.tuple(fc.nat(80), fc.nat(80)).map(([from, more]) => `bytes=${from}-${from + more}`)],
    [1, fc.constantFrom('bytes=', 'bytes=-5', 'bytes=9-1', `bytes=${'0-,'.repeat(2000)}`)],
  );
  const conditions = fc.record(
    { range, 'if-range': tag, 'if-none-match': tag },
    { requiredKeys: [] },
  );
  const fileHeaders = fc
    .oneof(fc.record({ range }), conditions)
    .map((given) => Object.entries(given));

  const types = fc.constantFrom(...PRODUCTS.map(({ product_type: type }) => type));
  const right: Readonly<Record<string, fc.Arbitrary<Case>>> = {
    'create-payment': fc.oneof(
      types.map((productType) => json('/api/create-payment', { productType })),
      types.map((type) => post('/api/create-payment', `productType=${type}`, FORM_TYPE)),
    ),
    'find-purchase': fc.constantFrom(
      json('/api/find-purchase', { email: BUYER.email }),
      post('/api/find-purchase', 'email=nobody@a.example', FORM_TYPE),
    ),
    'verify-payment': session.map((sessionId) => json('/api/verify-payment', { sessionId })),
    orders: session.map((id) => get('/api/orders', `session_id=${escaped(id)}`)),
    'secure-file-access': fc
      .record({
        product_id: fc.constantFrom(...PRODUCTS.map(({ id }) => id)),
        session_id: session,
      })
      .map((body) => json('/api/secure-file-access', body)),
    files: fc
      .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), ticket, fileHeaders)
      .map(([method, sealed, headers]) =>
        withChange(get(`/api/files/${sealed}`), { method, headers }),
      ),
    'purchase-page': fc
      .tuple(fc.constantFrom('/payment-success', '/guide-download'), session)
      .map(([path, id]) => form(path, id)),
    withdraw: session.map((id) => form('/api/withdraw', id)),
    'stripe-webhook': fc
      .tuple(fc.constantFrom(...stage.events), fc.constantFrom('stripe', 'stripe', ...SIGNERS))
      .map(([event, signer]) => withChange(post('/api/stripe-webhook', event), { signer })),
    unsubscribe: held([stage.token]).map((token) => get('/api/unsubscribe', `token=${token}`)),
    admin: oddText.map((password) => json('/api/admin/login', { password })),
  };

  /** Fits any function. */
  const anything = (paths: readonly string[]): fc.Arbitrary<Case> =>
    fc
      .tuple(fc.constantFrom(...METHODS), fc.constantFrom(...paths), oddText, oddJson)
      .map(([method, path, part, body]) =>
        withChange(json(path.replace(/:\w+|\*/, escaped(part)), body), { method }),
      );

  type Change = (given: Case) => Partial<Case>;
  const ofHeaders: readonly (readonly [string, fc.Arbitrary<string>])[] = [
    ...Object.entries({ range, 'if-range': tag, 'if-none-match': tag, 'if-match': tag }),
    ...Object.entries(HEADERS).map(([name, all]) => [name, fc.constantFrom(...all)] as const),
  ];
  const oddHeader = fc.oneof(
    ...ofHeaders.map(([name, usual]) =>
      weighted([2, usual], [1, oddText]).map((value): Pair => [name, value]),
    ),
  );
  const oddField = fc.tuple(fc.constantFrom(...NAMES), oddText);
  const change = weighted<Change>(
    [2, fc.constantFrom(...METHODS).map((method) => () => ({ method }))],
    [1, fc.constantFrom(...ENDS).map((end) => ({ path }) => ({ path: path + end }))],
    [
      3,
      oddField.map(([name, value]) => ({ query }) => ({
        query: `${query}&${name}=${escaped(value)}`,
      })),
    ],
    [10, oddHeader.map((pair) => ({ headers }) => ({ headers: [...headers, pair] }))],
    [
      5,
      fc.tuple(fc.constantFrom(...NAMES), oddJson).map(([name, value]) => ({ body }) => ({
        body: withField(body, name, value),
      })),
    ],
    [2, fc.oneof(fc.constantFrom(...BODIES), oddText).map((body) => () => ({ body }))],
  );

  const requestTo = ({ name, paths }: Target) => ({
    weight: WEIGHTS[name] ?? 10,
    arbitrary: weighted([8, right[name] ?? anything(paths)], [1, anything(paths)]),
  });
  return fc
    .tuple(fc.oneof(...targets.map(requestTo)), fc.array(change, { maxLength: 3 }))
    .map(([given, changes]) => changes.reduce((made, one) => withChange(made, one(made)), given));
};
