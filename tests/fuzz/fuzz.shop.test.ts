import { tmpdir } from 'node:os';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openTicket } from '../../netlify/downloads/tickets.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { buyerHash } from '../../netlify/shop/buyer-hash.ts';
import { REPLAYED, SEED, runsOf } from '../depth.ts';
import { headerFaults } from '../headers.ts';
import {
  buyElsewhere,
  control,
  openSession,
  setFaults,
  signatureOf,
  verify,
} from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { LEVELS, openMailShop } from '../shop/mail-shop.ts';

const REQUESTS = runsOf(400, 30_000);
const BUYER = { email: 'someone.private@buyer.example', name: 'Perdita Nobodyelse' };
const GUIDE = 'individual_guide_6_10';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const before = { ...process.env };
const shop = await openMailShop();
const routes = await loadRoutes();

/** A request as plain data, so that a failure can be printed and shrunk. */
type Case = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const get = (path: string, headers = {}): Case => ({ method: 'GET', path, headers, body: '' });
const post = (path: string, body: string, headers: Case['headers'] = FORM): Case => ({
  method: 'POST',
  path,
  headers,
  body,
});
const postJson = (path: string, body: object): Case => post(path, JSON.stringify(body), JSON_TYPE);

const toRequest = ({ method, path, headers, body }: Case): Request => {
  // `Headers` accepts only Latin-1 without control characters.
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    value.replace(/[^\t\x20-\x7e\u0080-\u00ff]/g, '?').trim(),
  ]);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(shop.siteUrl + path, { method, headers: sent, body: hasBody ? body : null });
};

/** Valid requests from browsers, Stripe and the schedule, for paid and closed orders. */
const validRequests = async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const buy = async (type: string, paying: object = {}): Promise<string> => {
    const session = await shop.buyAs(BUYER.email, type, { name: BUYER.name, ...paying });
    await verify(shop, session);
    return session;
  };
  const guide = await buy(GUIDE);
  const all = await buy('bundle');
  const refunded = await buy(GUIDE);
  const open = [await linkTo(shop, 'guide-1', guide), await linkTo(shop, 'bundle', all)];
  const closed = await linkTo(shop, 'guide-1', refunded);
  await control(shop, 'refund', { session: refunded });
  await shop.runSchedule();
  const pending = await buy(GUIDE, { method: 'bank' });
  const unpaid = await openSession(shop, GUIDE);
  const others = [refunded, pending, unpaid, await buyElsewhere(shop, BUYER)];
  const ofSession = (id: string): Case[] => [
    postJson('/api/verify-payment', { sessionId: id, files: true }),
    get(`/api/orders?session_id=${id}`),
    postJson('/api/secure-file-access', { product_id: 'guide-1', session_id: id }),
    post(`/guide-download?session_id=${id}`, ''),
    post(`/api/withdraw?session_id=${id}`, ''),
  ];
  const { data: events } = await shop.stripe.events.list({ limit: 5 });
  const signed = events.map((event): Case => {
    const body = JSON.stringify(event);
    return post('/api/stripe-webhook', body, { 'stripe-signature': signatureOf(shop, body) });
  });
  const valid = [
    ...[guide, all, ...others, 'cs_test_n0b0dy'].flatMap(ofSession),
    ...[...open, closed].flatMap((link) => [get(link), get(link, { range: 'bytes=1-20' })]),
    ...signed,
    postJson('/api/create-payment', { productType: GUIDE }),
    post('/api/create-payment', `productType=${GUIDE}`),
    postJson('/api/find-purchase', { email: BUYER.email }),
    post('/api/find-purchase', 'email=nobody@a.example'),
    get(unsubscribeLink(buyerHash(BUYER.email)).replace(shop.siteUrl, '')),
    postJson('/api/admin/login', { password: 'x' }),
    ...['/api/products', '/api/health', '/api/admin/orders', '/none'].map((path) => get(path)),
    post('/.netlify/functions/jobs', ''),
  ];
  return { valid, open, paid: [guide, all], others };
};

/** Strings with a special meaning in a file system, a header, a page or a database. */
const SPECIAL = '/ .. %00 %zz .json &__proto__=1 " ../../../../etc/passwd <script> order:dev:*'
  .split(' ')
  .concat('', 'a\r\nSet-Cookie: x=1', '\ud800', 'b'.repeat(70_000), '['.repeat(7000));
/** Headers that the shop reads. */
const HEADERS: readonly { readonly name: string; readonly value: string }[] = [
  { name: 'origin', value: 'https://evil.example' },
  { name: 'x-forwarded-host', value: 'evil.example' },
  { name: 'x-nf-client-connection-ip', value: '999.1.1.1' },
  { name: 'x-nf-request-id', value: '<script>' },
  { name: 'sec-fetch-site', value: 'cross-site' },
  { name: 'content-type', value: 'application/json; charset=utf-16' },
  { name: 'content-length', value: '-1' },
  { name: 'accept', value: 'text/html' },
  { name: 'cookie', value: 'owner_session=x; owner_session=' },
  { name: 'stripe-signature', value: 't=1,v1=a' },
  ...['0-0', '-5', '9-1', '999999-', '0-,'.repeat(2000)].map((range) => ({
    name: 'range',
    value: `bytes=${range}`,
  })),
  { name: 'if-none-match', value: '"x", W/"y"' },
  { name: 'if-match', value: '"x"' },
  { name: 'if-range', value: '"x"' },
];

const odd = fc.oneof(
  fc.constantFrom(...SPECIAL),
  // `fc.string({ unit: 'binary' })` takes a second to start.
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
/** Inserts an odd string into another one, replacing up to three characters. */
const splice = fc.tuple(fc.nat(5000), fc.nat(3), odd).map(([at, length, put]) => (text: string) => {
  const start = at % (text.length + 1);
  return text.slice(0, start) + put + text.slice(start + length);
});
const change = fc.oneof<fc.Arbitrary<(given: Case) => Partial<Case>>[]>(
  fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'BREW').map((method) => () => ({
    method,
  })),
  fc.tuple(fc.constantFrom(...HEADERS), fc.option(odd)).map(([header, value]) => (given) => ({
    headers: { ...given.headers, [header.name]: value ?? header.value },
  })),
  splice.map((spliced) => ({ path }) => ({ path: `/${spliced(path.slice(1))}` })),
  splice.map((spliced) => ({ body }) => ({ body: spliced(body) })),
);
/** Valid requests, with up to three changes. */
const requestsFrom = (valid: readonly Case[]): fc.Arbitrary<Case> =>
  fc
    .tuple(fc.constantFrom(...valid), fc.array(change, { maxLength: 3 }))
    .map(([given, changes]) =>
      changes.reduce((made, one) => Object.assign({}, made, one(made)), given),
    );

/**
 * What no response may reveal: the shop's settings, this machine's folders, and the buyer's data.
 */
const SECRETS = [process.cwd(), tmpdir(), ...Object.values(BUYER)];
for (const [name, value = ''] of Object.entries(process.env)) {
  const isPublic = /^(PUBLIC_|STRIPE_API_URL)/.test(name);
  if (before[name] !== value && !isPublic) SECRETS.push(value);
}
/** Tickets in the URLs of files are random characters, which could form any word. */
const SEALED = /(?<=\/api\/files\/)[\w-]{40,}/g;
const STACK = /\n\s+at |\bat \S+:\d+:\d+|\.[cm]?[jt]s:\d+|file:\/\/\/|node:internal|node_modules/;
const KEY =
  /\b(?:whsec|sk_test|sk_live|rk_live)_\w+|\b(?:pi|ch|py|cus|re|pm|txn|evt|dp)_[13]\w{22,}/;

const textOf = (headers: Headers): string =>
  [...headers].map(([name, value]) => `${name}\n${value}`).join('\n');

/** The IP addresses of the test's clients (see tests/shop/routes.ts). */
const CLIENT = /\b10(?:\.\d+){3}\b/;

test('responds to any request without failing or revealing private data', async () => {
  const { valid, open, paid, others } = await validRequests();
  // Anyone who knows most of a session id could guess the rest, so no response may reveal even the
  // end of one.
  const sessions = [...paid, ...others];
  const hidden = [...SECRETS, ...sessions.map((id) => id.slice(-40))];

  /** A response may repeat the request. Only a request with a paid session gets links to files. */
  const leaksIn = async (text: string, requestText = ''): Promise<string[]> => {
    const plain = text.replace(SEALED, '');
    const patterns = [STACK, KEY, CLIENT].flatMap((pattern) => pattern.exec(plain)?.[0] ?? []);
    const leaks = [...hidden, ...patterns].filter(
      (leak) => plain.includes(leak) && !requestText.includes(leak),
    );
    for (const sealed of text.match(SEALED) ?? []) {
      const { sessionId = '' } = (await openTicket(sealed)) ?? {};
      const isOwn = paid.includes(sessionId) && requestText.includes(sessionId);
      if (!isOwn && !requestText.includes(sealed)) leaks.push(sealed);
    }
    return leaks;
  };

  const served = new Set<string | undefined>();
  const checkRequest = async (given: Case): Promise<void> => {
    const request = toRequest(given);
    const { url } = request;
    const from = routes.find(({ claims }) => claims(url))?.name;
    vi.clearAllMocks();
    const response = await shop.call(url, request);
    const { status, headers } = response;
    const body = await response.text();
    if (status < 400) served.add(from);
    const type = headers.get('content-type') ?? '';
    const isFile = type === 'application/pdf';
    const isProblem = type === 'application/problem+json' && body.includes(`"status":${status},`);
    const mayBeOther = status < 400 || body === '' || type.startsWith('text/html');
    // If Stripe's responses don't show an event yet, Stripe has to send it again.
    const maySendAgain = from === 'stripe-webhook' && status === 502;
    const requestText = [url, textOf(request.headers), given.body].join('\n');
    expect(status < 500 || maySendAgain, `the status is ${status}`).toBe(true);
    expect(from === undefined || isProblem || mayBeOther, body).toBe(true);
    expect(
      !isFile || open.includes(new URL(url).pathname),
      'sent a file for a link that is not open',
    ).toBe(true);
    const responseText = [textOf(headers), isFile ? '' : body].join('\n');
    expect(await leaksIn(responseText, requestText)).toEqual([]);
    const logged = LEVELS.flatMap((level) => vi.mocked(console[level]).mock.calls);
    expect(await leaksIn(logged.join('\n'))).toEqual([]);
    const hasHeaders = from !== undefined && from !== 'not-found';
    expect(hasHeaders ? headerFaults(headers, 'answer') : []).toEqual([]);
  };
  const property = fc.asyncProperty(requestsFrom(valid), checkRequest);
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED, ...REPLAYED });
  // Most requests are almost valid, so every function should accept some of them, except the
  // functions that reject every request.
  const refusing = new Set(['admin', 'not-found', 'withdraw']);
  const serving = routes.map(({ name }) => name).filter((name) => !refusing.has(name));
  expect([...served]).toEqual(expect.arrayContaining(serving));
});
