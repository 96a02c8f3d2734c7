import { createHash } from 'node:crypto';
import { getStore } from '@netlify/blobs';
import { expect } from 'vitest';
import type { OrderFiles } from '../../src/contract/orders.ts';
import { findGuide } from '../../netlify/guides/blobs-guides.ts';
import { access } from './buying.ts';
import type { TestShop } from './shop.ts';

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The hash of the first bytes: of an upload where that many were uploaded, and the shop added to them. */
export const uploadHash = (bytes: Uint8Array, { size }: { size: number }): string =>
  sha256(bytes.subarray(0, size));

/** The very bytes that the store keeps of an edition. */
export const storedEdition = async (fileName: string, id: string): Promise<Buffer> =>
  Buffer.from(await getStore('guides-dev').get(`${fileName}/${id}.pdf`, { type: 'arrayBuffer' }));

/** And of the current one. */
export const stored = async (fileName: string): Promise<Buffer> =>
  storedEdition(fileName, (await findGuide(fileName))?.id ?? '');

export const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());

/** What the download page gets for one product of an order. */
export const granted = async (shop: TestShop, productId: string, session: string) => {
  const response = await access(shop, productId, session);
  expect(response.status).toBe(200);
  const given: OrderFiles = await response.json();
  return given;
};

export const linkTo = async (shop: TestShop, productId: string, session: string) =>
  (await granted(shop, productId, session)).files[0]?.downloadUrl ?? '';
