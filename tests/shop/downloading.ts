import { createHash } from 'node:crypto';
import { getStore } from '@netlify/blobs';
import { expect } from 'vitest';
import type { OrderFiles } from '../../src/contract/orders.ts';
import { findCurrentEdition } from '../../netlify/guides/guide-store.ts';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { fileNameOf } from '../catalog.ts';
import { access } from './buying.ts';
import { type FileToUpload, GUIDE } from './owner.ts';
import type { TestShop } from './shop.ts';

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The stored bytes of an edition. */
export const storedEdition = async (fileName: string, id: string): Promise<Buffer> =>
  Buffer.from(await getStore('guides-dev').get(`${fileName}/${id}.pdf`, { type: 'arrayBuffer' }));

/** The stored bytes of the current edition. */
export const stored = async (fileName: string): Promise<Buffer> =>
  storedEdition(fileName, (await findCurrentEdition(fileName))?.id ?? '');

export const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());

/** The link to a product's guide, as the download page receives it. */
export const linkTo = async (shop: TestShop, productId: string, session: string) => {
  const response = await access(shop, productId, session);
  expect(response.status).toBe(200);
  const { files }: OrderFiles = await response.json();
  return files[0]?.downloadUrl ?? '';
};

/**
 * Publishes a file as a one-page guide, without the checks of an upload. Returns false if the file
 * was already current.
 */
export const putEdition = ({
  bytes,
  name = 'My guide.pdf',
  product = GUIDE.product,
}: FileToUpload): Promise<boolean> =>
  publishEdition(fileNameOf(product), {
    bytes,
    upload: {
      size: bytes.byteLength,
      sha256: sha256(bytes),
      pages: 1,
      uploadedAs: name,
      uploadedAt: new Date().toISOString(),
    },
  });
