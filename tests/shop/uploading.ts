import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { BeginUploadResponse, GuideFiles } from '../../src/contract/guide-files.ts';
import { ownerHeaders } from './owner.ts';
import type { TestShop } from './shop.ts';

export const GUIDE = { product: 'guide-1', fileName: 'Money-Smart-Kids-Ages-6-10.pdf' } as const;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export type FileToUpload = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name?: string;
  readonly product?: string;
  /** What the file says that it is. */
  readonly type?: string;
};

/** The owner at the desk, logged in: the calls that the upload page makes. */
export const openDesk = async (shop: TestShop, session = ownerHeaders(shop)) => {
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

  const publish = (upload: string) =>
    call(`/api/admin/uploads/${upload}/publish`, { method: 'POST' });

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

  const inOne = (
    { bytes, name = 'My guide.pdf', product = GUIDE.product, type }: FileToUpload,
    accept = 'application/json',
  ) => {
    const form = new FormData();
    form.set('file', new File([bytes], name, { type: type ?? 'application/pdf' }));
    form.set('product', product);
    return call('/api/upload', { method: 'POST', body: form, headers: { accept } });
  };

  const shelf = async (product: string = GUIDE.product): Promise<GuideFiles> => {
    const { products } = await (await call('/api/admin/guides')).json();
    return products.find(({ id }: GuideFiles) => id === product);
  };

  return { call, post, begin, put, publish, inParts, inOne, shelf };
};
