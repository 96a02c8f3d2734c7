import { expect } from 'vitest';
import type { BeginUploadResponse, GuideFiles } from '../../src/contract/guide-files.ts';
import { sha256 } from './downloading.ts';
import type { TestShop } from './shop.ts';

/** A shop that can be called. */
type Shop = Pick<TestShop, 'call' | 'post'>;

/** The password of the shop under test. */
export const password = (): string => process.env['ADMIN_PASSWORD'] ?? '';

/** What a browser would send back of the cookies that an answer sets. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Logs the owner in; the headers that prove it. */
export const logInAsOwner = async (shop: Shop): Promise<{ cookie: string }> => {
  const response = await shop.post('/api/admin/login', { password: password() });
  expect(response.status).toBe(200);
  return { cookie: cookiesOf(response) };
};

const loggedIn = new WeakMap<Shop, Promise<{ cookie: string }>>();

/** The same, once for a shop. */
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
  /** What the file says that it is. */
  readonly type?: string;
};

/** The owner, logged in: the calls that the admin pages make. */
export const ownerClient = async (shop: Shop, session = ownerHeaders(shop)) => {
  const headers = await session;
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    shop.call(path, { ...init, headers: { ...headers, ...init.headers } });
  const post = (path: string, body: object): Promise<Response> => shop.post(path, body, headers);

  const begin = ({ bytes, name = 'My guide.pdf', product = GUIDE.product }: FileToUpload) =>
    post('/api/admin/uploads', {
      product,
      fileName: name,
      size: bytes.byteLength,
      sha256: sha256(bytes),
    });

  const put = (upload: string, part: number, bytes: Uint8Array<ArrayBuffer>) =>
    call(`/api/admin/uploads/${upload}/parts/${part}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    });

  const publish = (upload: string) => call(`/api/admin/uploads/${upload}`, { method: 'POST' });

  /** Every part that is not there yet, and the last answer: that of the publishing, or a refusal. */
  const inParts = async (file: FileToUpload): Promise<Response> => {
    const begun = await begin(file);
    if (!begun.ok) return begun;
    const { upload, partBytes, parts, received }: BeginUploadResponse = await begun.json();
    for (let part = 0; part < parts; part += 1) {
      if (received.includes(part)) continue;
      const bytes = file.bytes.slice(part * partBytes, (part + 1) * partBytes);
      const sent = await put(upload, part, bytes);
      expect(sent.status).toBe(204);
    }
    return publish(upload);
  };

  const inOne = ({ bytes, name = 'My guide.pdf', product = GUIDE.product, type }: FileToUpload) => {
    const form = new FormData();
    form.set('file', new File([bytes], name, { type: type ?? 'application/pdf' }));
    form.set('product', product);
    return call('/api/upload', { method: 'POST', body: form });
  };

  const files = async (product: string = GUIDE.product): Promise<GuideFiles> => {
    const { products } = await (await call('/api/admin/guides')).json();
    return products.find(({ id }: GuideFiles) => id === product);
  };

  return { call, post, begin, put, publish, inParts, inOne, files };
};
