import * as fc from 'fast-check';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { weighted } from '../model/weighted.ts';
import { SITE } from '../model/world.ts';
import {
  type Case,
  type Change,
  FORM_TYPE,
  JSON_TYPE,
  escaped,
  json,
  onBody,
  posted,
  request,
  withField,
  withHeader,
  withQuery,
} from './case.ts';
import { BUYER, SIGNERS, type Stage } from './stage.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** One of the six bits that a character of base64url stands for: whether a seal is looked at. */
const flipBit = (text: string, bit: number): string => {
  const at = Math.floor(bit / 6) % text.length;
  const value = Math.max(BASE64URL.indexOf(text[at] ?? ''), 0);
  return text.slice(0, at) + (BASE64URL[value ^ (1 << (bit % 6))] ?? '') + text.slice(at + 1);
};
const TAILS = ['A', '=', '.', '!', '%00', '/', '~', '-_', 'AAAAAAAAAAAAAAAA', 'é'];
/** Ways to make something real into something that is nearly so. */
const BENDS: readonly ((text: string, n: number) => string)[] = [
  flipBit,
  flipBit,
  flipBit,
  (text, n) => text.slice(0, n % text.length),
  (text, n) => text.slice(1 + (n % text.length)),
  (text, n) => text + (TAILS[n % TAILS.length] ?? ''),
  (text) => text + text,
  (text) => text.toUpperCase(),
];

/** Real, or nearly. */
const held = (things: readonly string[]): fc.Arbitrary<string> => {
  const real = fc.constantFrom(...things);
  const bent = fc
    .tuple(real, fc.constantFrom(...BENDS), fc.nat(5000))
    .map(([thing, bend, n]) => bend(thing, n));
  return fc.oneof(real, real, bent);
};

/** Names that mean something to a file system, a header, a page, a template or a database; fast-check has JavaScript's. */
const LOADED = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/proc/self/environ',
  'guide.pdf\u0000.html',
  'a\r\nSet-Cookie: x=1',
  '"; filename="x.html',
  '<script>alert(1)</script>',
  '${process.env.STRIPE_SECRET_KEY}',
  "' OR 1=1 --",
  'order:dev:*',
  '%E0%80%80',
  '%zz',
  '\u202egnp.exe',
  '\ud800',
  '💰'.repeat(50),
  'b'.repeat(70_000),
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'BREW'] as const;
const ENDS = ['/', '//', '/..', '/%2e%2e', '.json', '%00', '?', '/x', ';a=b', '%2F'] as const;
const NAMES = ['__proto__', 'constructor', 'sessionId', 'a'] as const;
const BODIES = ['', '[]', '{', '['.repeat(7000), '{"a":'.repeat(3000), ' '.repeat(20_000)];
const ORIGINS = ['https://evil.example', 'null', SITE, `${SITE}.evil.example`, 'file://', ''];
const HOSTS = ['evil.example', 'localhost:7101', 'a b', '[::1]:80', ''];
const CLIENTS = ['2001:db8::1', 'fe80::1%eth0', '999.1.1.1', '192.0.2.1, 10.0.0.1', ''];
/** Headers that some part of a shop reads, with what they may hold at worst beside any odd text. */
const HEADERS = {
  origin: ORIGINS,
  referer: ORIGINS,
  host: HOSTS,
  'x-forwarded-host': HOSTS,
  'x-nf-client-connection-ip': CLIENTS,
  'x-nf-request-id': [''],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none'],
  'content-type': [FORM_TYPE[1], 'application/json; charset=utf-16', 'multipart/form-data'],
  'content-length': ['-1', '0', '1e9', 'x'],
  'content-encoding': ['gzip', 'identity'],
  accept: ['text/html', '*/*', ''],
  cookie: ['owner_session=x; owner_session='],
  'stripe-signature': ['t=1,v1=a'],
  'user-agent': [''],
};

/** The owner's routes. A stranger may only try a password. */
const OWNERS = `login login logout session guides orders orders.csv report find-order
  guides/guide-1/file guides/guide-1/restore guides/guide-1/announce
  orders/0000-0000-0000 orders/0000-0000-0000/access orders/0000-0000-0000/receipt`
  .split(/\s+/)
  .map((name) => `admin/${name}`)
  .concat('upload');

const jsonOrForm = (path: string, name: string, values: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.boolean())
    .map(([value, asForm]) =>
      asForm ? posted(path, `${name}=${value}`, FORM_TYPE) : json(path, { [name]: value }),
    );

type Target = { readonly name: string; readonly paths: readonly string[] };
/** Files have the most to go wrong. The schedule is dear, since it asks Stripe for everything. */
const WEIGHTS: Readonly<Record<string, number>> = { files: 25, admin: 15, jobs: 4 };
const WEIGHT = 10;

/** Requests to the functions that are right but for what they say of sessions and tickets, with up to three changes. */
export const requestsOn = (stage: Stage, targets: readonly Target[]): fc.Arbitrary<Case> => {
  const session = held([...stage.paid, ...stage.paid, ...stage.unpaid, 'cs_test_n0b0dy']);
  const rightTickets = [...stage.tickets.keys()];
  const ticket = held([...rightTickets, ...rightTickets, ...rightTickets, ...stage.wrongTickets]);
  const oddText = weighted(
    [4, fc.constantFrom(...LOADED)],
    [2, fc.string({ unit: 'binary', maxLength: 30 })],
    [2, fc.string({ maxLength: 300 })],
    [1, session],
    [1, ticket],
  );
  const oddJson = weighted<unknown>(
    [5, oddText],
    [2, fc.oneof(fc.constantFrom(0, -1, 1e308, 2 ** 53), fc.double({ noNaN: true }))],
    [1, fc.array(oddText, { maxLength: 3 })],
    [2, fc.jsonValue({ maxDepth: 4 })],
  );
  // The guides of this shop are some 40 bytes long.
  const near = fc.nat(80);
  const position = fc.oneof(near, fc.constantFrom(2 ** 31, '9'.repeat(30), ''));
  const range = weighted(
    [8, fc.tuple(near, near).map(([first, more]) => `bytes=${first}-${first + more}`)],
    [2, fc.tuple(position, position).map(([first, last]) => `bytes=${first}-${last}`)],
    [1, fc.tuple(near, position).map(([a, b]) => `bytes=${a}-${b},${b}-, -5`)],
    [1, fc.constantFrom('bytes=', 'bytes=a-b', 'lines=0-1', `bytes=${'0-,'.repeat(2000)}`)],
  );
  const [etag = ''] = stage.etags;
  const tag = fc.constantFrom(...stage.etags, `W/${etag}`, `"x", ${etag}`, '*', '"');

  const fileHeaders = fc
    .record({ range, 'if-range': tag, 'if-none-match': tag }, { requiredKeys: [] })
    .map((given) => Object.entries(given));
  const oddHeader = fc.oneof(
    ...[
      ...Object.entries({ range, 'if-range': tag, 'if-none-match': tag, 'if-match': tag }),
      ...Object.entries(HEADERS).map(([name, all]) => [name, fc.constantFrom(...all)] as const),
    ].map(([name, values]) =>
      fc.tuple(fc.constant(name), fc.oneof(values, values, oddText), fc.boolean()),
    ),
  );
  const oddQuery = fc.tuple(fc.oneof(fc.constantFrom('session_id', 'a'), oddText), oddText);
  const oddField = fc.tuple(fc.oneof(fc.nat(5), fc.constantFrom(...NAMES)), oddJson);

  const products = catalogJson.products;
  const productId = weighted([9, fc.constantFrom(...products.map(({ id }) => id))], [1, oddText]);
  const types = products.map(({ product_type: type }) => type);
  const right: Readonly<Record<string, fc.Arbitrary<Case>>> = {
    'create-payment': jsonOrForm('/api/create-payment', 'productType', types),
    'find-purchase': jsonOrForm('/api/find-purchase', 'email', [BUYER.email, 'nobody@a.example']),
    'verify-payment': session.map((sessionId) => json('/api/verify-payment', { sessionId })),
    orders: session.map((id) => request('/api/orders', { query: `session_id=${escaped(id)}` })),
    health: fc.constant(request('/api/health')),
    products: fc.constant(request('/api/products')),
    'secure-file-access': fc
      .record({ product_id: productId, session_id: session })
      .map((body) => json('/api/secure-file-access', body)),
    files: fc
      .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), ticket, fileHeaders)
      .map(([method, sealed, headers]) => request(`/api/files/${sealed}`, { method, headers })),
    'purchase-page': fc
      .tuple(fc.constantFrom('/payment-success', '/guide-download'), session)
      .map(([path, id]) => posted(path, '', FORM_TYPE, { query: `session_id=${escaped(id)}` })),
    withdraw: session.map((id) =>
      posted('/api/withdraw', '', FORM_TYPE, { query: `session_id=${escaped(id)}` }),
    ),
    'stripe-webhook': fc
      .tuple(fc.constantFrom(...stage.events), fc.constantFrom('stripe', 'stripe', ...SIGNERS))
      .map(([event, signer]) => posted('/api/stripe-webhook', event, JSON_TYPE, { signer })),
    unsubscribe: fc
      .tuple(fc.constantFrom('GET', 'POST'), held([stage.token]))
      .map(([method, token]) =>
        request('/api/unsubscribe', { method, query: `token=${escaped(token)}` }),
      ),
    admin: fc
      .tuple(fc.constantFrom('GET', 'POST'), fc.constantFrom(...OWNERS), oddText)
      .map(([method, name, password]) =>
        Object.assign(json(`/api/${name}`, { password }), { method }),
      ),
    'not-found': oddText.map((text) => request(`/${escaped(text)}/${text}`)),
  };

  /** What any function may be sent, known here or not. */
  const anything = (paths: readonly string[]): fc.Arbitrary<Case> =>
    fc
      .tuple(fc.constantFrom(...METHODS), fc.constantFrom(...paths), oddText, oddJson)
      .map(([method, path, part, body]) =>
        request(path.replace(/:\w+|\*/, escaped(part)), {
          method,
          headers: [JSON_TYPE],
          body: JSON.stringify(body),
        }),
      );

  const change = weighted<Change>(
    [2, fc.constantFrom(...METHODS).map((method) => (given) => ({ ...given, method }))],
    [1, fc.constantFrom(...ENDS).map((end) => (given) => ({ ...given, path: given.path + end }))],
    [3, oddQuery.map((pair) => withQuery(...pair))],
    [10, oddHeader.map((given) => withHeader(...given))],
    [7, oddField.map((given) => withField(...given))],
    [2, fc.oneof(fc.constantFrom(...BODIES), oddText).map((text) => onBody(() => text))],
    [1, fc.nat(2000).map((n) => onBody((body) => body.slice(0, n % (body.length + 1))))],
  );

  const requestTo = ({ name, paths }: Target) => {
    const known = right[name];
    return {
      weight: WEIGHTS[name] ?? WEIGHT,
      arbitrary: known ? weighted([8, known], [1, anything(paths)]) : anything(paths),
    };
  };
  return fc
    .tuple(fc.oneof(...targets.map(requestTo)), fc.array(change, { maxLength: 3 }))
    .map(([given, changes]) => changes.reduce((made, one) => one(made), given));
};
