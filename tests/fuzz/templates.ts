import * as fc from 'fast-check';
import { weighted } from '../model/weighted.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { type Case, bodyOf } from './case.ts';
import { event, oddJson, oddText, session, signature, ticket } from './odd.ts';
import { fileHeaders } from './ranges.ts';
import { LINES } from './stage.ts';
import { escaped } from './text.ts';

const JSON_TYPE = ['content-type', 'application/json'] as const;
const FORM_TYPE = ['content-type', 'application/x-www-form-urlencoded'] as const;

const ids = fc.constantFrom(...catalogJson.products.map(({ id }) => id));
const types = fc.constantFrom(...catalogJson.products.map(({ product_type: type }) => type));

const client = fc
  .tuple(fc.nat(255), fc.nat(255))
  .map(([a, b]) => ['x-nf-client-connection-ip', `198.51.${a}.${b}`] as const);

const request = (given: Partial<Case>): Case => ({
  method: 'GET',
  path: '/',
  query: '',
  headers: [],
  body: null,
  ...given,
});

const jsonCall = (path: string, body: unknown): Case =>
  request({ method: 'POST', path, headers: [JSON_TYPE], body: bodyOf(JSON.stringify(body)) });

const checkout = fc
  .record({ type: types, asForm: fc.boolean(), accept: fc.boolean() })
  .map(({ type, asForm, accept }): Case => {
    const path = '/api/create-payment';
    const headers = [
      asForm ? FORM_TYPE : JSON_TYPE,
      ...(accept ? [['accept', 'text/html,*/*;q=0.8'] as const] : []),
    ];
    const text = asForm ? `productType=${type}` : JSON.stringify({ productType: type });
    return request({ method: 'POST', path, headers, body: bodyOf(text) });
  });

const finding = fc
  .record({ email: fc.constantFrom(LINES.email, 'nobody@example.com'), asForm: fc.boolean() })
  .map(({ email, asForm }): Case => {
    const path = '/api/find-purchase';
    if (!asForm) return jsonCall(path, { email });
    return request({ method: 'POST', path, headers: [FORM_TYPE], body: bodyOf(`email=${email}`) });
  });

/** Requests that are right, but for what they say of sessions and tickets. */
const RIGHT: Readonly<Record<string, fc.Arbitrary<Case>>> = {
  'create-payment': checkout,
  'find-purchase': finding,
  'verify-payment': session.map((sessionId) => jsonCall('/api/verify-payment', { sessionId })),
  orders: session.map((id) => request({ path: '/api/orders', query: `session_id=${id}` })),
  health: fc.constant(request({ path: '/api/health' })),
  products: fc.constant(request({ path: '/api/products' })),
  'secure-file-access': fc
    .tuple(weighted([9, ids], [1, oddText]), session)
    .map(([product_id, session_id]) =>
      jsonCall('/api/secure-file-access', { product_id, session_id }),
    ),
  files: fc
    .tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), ticket, fileHeaders)
    .map(([method, sealed, headers]) => request({ method, path: `/api/files/${sealed}`, headers })),
  'purchase-page': fc
    .tuple(fc.constantFrom('/payment-success', '/guide-download'), session)
    .map(([path, id]) =>
      request({
        method: 'POST',
        path,
        query: `session_id=${id}`,
        headers: [FORM_TYPE],
        body: bodyOf(''),
      }),
    ),
  'stripe-webhook': fc.tuple(event, signature).map(([payload, header]) =>
    request({
      method: 'POST',
      path: '/api/stripe-webhook',
      headers: [JSON_TYPE, ['stripe-signature', header]],
      body: bodyOf(payload),
    }),
  ),
  'not-found': fc
    .array(oddText, { maxLength: 4 })
    .map((parts) => request({ path: `/${parts.map(escaped).join('/')}` })),
};

/** What any function may be sent, known here or not. */
const anything = (paths: readonly string[]): fc.Arbitrary<Case> =>
  fc
    .record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
      path: fc.constantFrom(...paths),
      part: oddText.map(escaped),
      query: fc.oneof(fc.constant(''), oddText.map(escaped)),
      body: fc.option(oddJson.map((value) => bodyOf(JSON.stringify(value)))),
    })
    .map(({ path, part, ...given }) =>
      request({ ...given, headers: [JSON_TYPE], path: path.replace(/:\w+|\*/, part) }),
    );

/** Files have the most to go wrong; the reconciler is dear, since it asks Stripe for everything. */
const WEIGHTS: Readonly<Record<string, number>> = { files: 25, reconcile: 4 };
/** Of any other that is known above, and of the owner's, which tell a stranger all the same thing. */
const [KNOWN, OWNERS] = [10, 1];

const sentBy = ([given, address]: [Case, Case['headers'][number]]): Case => ({
  ...given,
  headers: [...given.headers, address],
});

export type Target = { readonly name: string; readonly paths: readonly string[] };

/** A request for one of the functions. One that is not known above is fuzzed too. */
export const requestFor = (targets: readonly Target[]): fc.Arbitrary<Case> => {
  const of = ({ name, paths }: Target) => {
    const right = RIGHT[name];
    const odd = anything(paths);
    const either = right ? weighted([8, right], [1, odd]) : odd;
    return {
      weight: WEIGHTS[name] ?? (right ? KNOWN : OWNERS),
      arbitrary: fc.tuple(either, client).map(sentBy),
    };
  };
  return fc.oneof(...targets.map(of));
};
