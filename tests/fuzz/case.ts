import { SITE } from '../model/world.ts';
import { signatureOf } from './stage.ts';

type Pair = readonly [name: string, value: string];

/** A request as plain data, so that a failure can be printed and made smaller. */
export type Case = {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: readonly Pair[];
  readonly body: string | null;
  /** Who signs the body that is sent in the end, in Stripe's name. */
  readonly signer: string | null;
};

/** What a `Headers` takes: Latin-1 without control characters. */
const headerText = (value: string): string =>
  value.replace(/[^\t\x20-\x7e\u0080-\u00ff]/g, '?').trim();

export const toRequest = ({ method, path, query, headers, body, signer }: Case): Request => {
  const url = new URL(SITE);
  url.pathname = path;
  url.search = query;
  const signed = signer ? [['stripe-signature', signatureOf(body ?? '', signer)] as const] : [];
  return new Request(url, {
    method,
    headers: [...headers, ...signed].map(([name, value]): [string, string] => [
      name,
      headerText(value),
    ]),
    body: method === 'GET' || method === 'HEAD' ? null : body,
  });
};

export const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

export const JSON_TYPE: Pair = ['content-type', 'application/json'];
export const FORM_TYPE: Pair = ['content-type', 'application/x-www-form-urlencoded'];

export const request = (path: string, given: Partial<Case> = {}): Case => {
  return { method: 'GET', path, query: '', headers: [], body: null, signer: null, ...given };
};
export const posted = (path: string, body: string, type: Pair, given: Partial<Case> = {}): Case =>
  request(path, { method: 'POST', headers: [type], body, ...given });
export const json = (path: string, body: unknown): Case =>
  posted(path, JSON.stringify(body), JSON_TYPE);

/** One thing about a request made wrong, or only unusual. */
export type Change = (given: Case) => Case;
export const withQuery =
  (name: string, value: string): Change =>
  (given) => ({ ...given, query: `${given.query}&${escaped(name)}=${escaped(value)}` });
export const withHeader =
  (name: string, value: string, add: boolean): Change =>
  (given) => ({
    ...given,
    headers: [...given.headers.filter(([other]) => add || other !== name), [name, value]],
  });

export const onBody =
  (change: (body: string) => string): Change =>
  (given) => ({ ...given, body: change(given.body ?? '{}') });

const fieldsOf = (body: string): Record<string, unknown> => {
  try {
    return { ...JSON.parse(body) };
  } catch {
    return {};
  }
};

/** Of the field by this name, or of one that is there. */
export const withField = (nameOrNumber: string | number, value: unknown): Change =>
  onBody((body) => {
    const fields = fieldsOf(body);
    const names = Object.keys(fields);
    const known =
      typeof nameOrNumber === 'string' ? nameOrNumber : names[nameOrNumber % names.length];
    return JSON.stringify({ ...fields, [known ?? 'sessionId']: value });
  });
