import * as fc from 'fast-check';

/** A request as plain data, so that a failure can be printed and shrunk. */
export type Case = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
};

export const get = (path: string, ...headers: Case['headers']): Case => ({
  method: 'GET',
  path,
  headers,
  body: '',
});
export const post = (
  path: string,
  body = '',
  type = 'application/json',
  ...headers: Case['headers']
): Case => ({
  method: 'POST',
  path,
  headers: [['content-type', type], ...headers],
  body,
});

export const toRequest = ({ method, path, headers, body }: Case, site: string): Request => {
  // `Headers` takes Latin-1 without control characters.
  const sent = headers.map(([name, value]): [string, string] => [
    name,
    value.replace(/[^\t\x20-\x7e\u0080-\u00ff]/g, '?').trim(),
  ]);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(site + path), { method, headers: sent, body: hasBody ? body : null });
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'BREW'];
/** Texts with a meaning to a file system, a header, a page or a database. */
const LOADED = '/ .. %00 %zz .json &__proto__=1 " ../../../../etc/passwd <script> order:dev:*'
  .split(' ')
  .concat('', 'a\r\nSet-Cookie: x=1', '\ud800', 'b'.repeat(70_000), '['.repeat(7000));
/** Headers that a part of the shop reads. */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['origin', 'https://evil.example'],
  ['x-forwarded-host', 'evil.example'],
  ['x-nf-client-connection-ip', '999.1.1.1'],
  ['x-nf-request-id', '<script>'],
  ['sec-fetch-site', 'cross-site'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-length', '-1'],
  ['accept', 'text/html'],
  ['cookie', 'owner_session=x; owner_session='],
  ['stripe-signature', 't=1,v1=a'],
  ...['0-0', '-5', '9-1', '999999-', '0-,'.repeat(2000)].map(
    (range) => ['range', `bytes=${range}`] as const,
  ),
  ['if-none-match', '"x", W/"y"'],
  ['if-match', '"x"'],
  ['if-range', '"x"'],
];

type Change = (given: Case) => Partial<Case>;

/** Puts a text into another one, in place of some characters. */
const spliced = (text: string, at: number, length: number, odd: string): string => {
  const start = at % (text.length + 1);
  return text.slice(0, start) + odd + text.slice(start + length);
};

/** Right requests, with up to three changes. */
export const requestsFrom = (right: readonly Case[]): fc.Arbitrary<Case> => {
  // `fc.string({ unit: 'binary' })` takes a second to begin.
  const bytes = fc.uint8Array({ maxLength: 30 });
  const odd = fc.oneof(
    fc.constantFrom(...LOADED),
    bytes.map((some) => Buffer.from(some).toString('latin1')),
  );
  const place = [fc.nat(5000), fc.nat(3), odd] as const;
  const header = fc
    .tuple(fc.constantFrom(...HEADERS), fc.option(odd))
    .map(([[name, usual], value]) => [name, value ?? usual] as const);
  const field = fc.tuple(fc.constantFrom('__proto__', 'session_id', 'a'), fc.jsonValue());
  const change = fc.oneof<fc.Arbitrary<Change>[]>(
    fc.constantFrom(...METHODS).map((method) => () => ({ method })),
    fc.tuple(...place).map((where) => ({ path }) => ({
      path: `/${spliced(path.slice(1), ...where)}`,
    })),
    fc.tuple(...place).map((where) => ({ body }) => ({ body: spliced(body, ...where) })),
    field.map(([name, value]) => ({ body }) => ({
      body: body.replace(/\}$/, `,"${name}":${JSON.stringify(value)}}`),
    })),
    header.map((one) => ({ headers }) => ({ headers: [...headers, one] })),
  );
  return fc
    .tuple(fc.constantFrom(...right), fc.array(change, { maxLength: 3 }))
    .map(([given, changes]) => {
      let made = given;
      for (const one of changes) made = Object.assign({}, made, one(made));
      return made;
    });
};
