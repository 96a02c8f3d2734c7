import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import type { TestShop } from './shop.ts';

type Shop = Pick<TestShop, 'call' | 'post'>;

/** The password of the shop under test. */
export const password = (): string => process.env['ADMIN_PASSWORD'] ?? '';

/** The `cookie` header that a browser sends after a response. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Logs in as the owner. Returns the headers of the session. */
export const logInAsOwner = async (shop: Shop): Promise<{ cookie: string }> => {
  const response = await shop.post('/api/admin/login', { password: password() });
  expect(response.status).toBe(200);
  return { cookie: cookiesOf(response) };
};

const loggedIn = new WeakMap<Shop, Promise<{ cookie: string }>>();

/** The headers of the owner's session. All tests of a shop share one session. */
export const ownerHeaders = (shop: Shop): Promise<{ cookie: string }> => {
  const known = loggedIn.get(shop) ?? logInAsOwner(shop);
  loggedIn.set(shop, known);
  return known;
};

export const GUIDE = { product: 'guide-1', fileName: 'Money-Smart-Kids-Ages-6-10.pdf' } as const;

export type FileToUpload = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name?: string;
  readonly product?: string;
  /** Whether the owner confirms that the file differs from what the shop's pages promise. */
  readonly isConfirmed?: boolean;
};

/** Makes the same calls as the admin pages, with the owner's session. */
export const ownerClient = async (shop: Shop, session = ownerHeaders(shop)) => {
  const headers = await session;
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    shop.call(path, { ...init, headers: { ...headers, ...init.headers } });
  const post = (path: string, body: object): Promise<Response> => shop.post(path, body, headers);

  const put = (
    bytes: Uint8Array<ArrayBuffer>,
    query: Readonly<Record<string, string>>,
    type = 'application/octet-stream',
  ) =>
    call(`/api/upload?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: bytes,
    });

  /** Uploads a file in parts. Returns the last response, which publishes or refuses the file. */
  const upload = async ({ bytes, name, product = GUIDE.product, isConfirmed }: FileToUpload) => {
    const parts = Math.max(Math.ceil(bytes.byteLength / PART_BYTES), 1);
    const query = {
      file: product,
      upload: crypto.randomUUID(),
      parts: String(parts),
      sha256: hash('sha256', bytes),
      ...(name && { name }),
      ...(isConfirmed && { confirm: '1' }),
    };
    for (let part = 0; ; part += 1) {
      const sent = bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
      const response = await put(sent, { ...query, part: String(part) });
      if (response.status !== 204) return response;
    }
  };

  const files = async (product: string = GUIDE.product): Promise<GuideFiles> => {
    const { products } = await (await call('/api/admin/guides')).json();
    return products.find(({ id }: GuideFiles) => id === product);
  };

  return { call, post, put, upload, files };
};
