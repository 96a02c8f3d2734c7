import type { StoredPart } from './uploads.ts';
import type { BlobsClient } from '../clients/blobs.ts';

const KEY = /^(?<day>\d+)\/(?<product>[a-z0-9-]+)\/(?<sha256>[0-9a-f]{64})\/(?<part>\d+)$/;

const keyOf = ({ day, product, sha256, part }: StoredPart): string =>
  `${day}/${product}/${sha256}/${part}`;

const partOf = (key: string): StoredPart[] => {
  const { day, product, sha256, part } = KEY.exec(key)?.groups ?? {};
  if (product === undefined || sha256 === undefined) return [];
  return [{ day: Number(day), product, sha256, part: Number(part) }];
};

/**
 * What was sent of files that are on their way, in a store of its own per deploy context. The day of an
 * upload is in the key, since a list of the store tells keys and no dates.
 */
export const createParts = ({ call }: BlobsClient, context: string) => {
  const name = `uploads-${context}`;
  return {
    list: async (): Promise<StoredPart[]> => {
      const { blobs } = await call(name, 'read', (store) => store.list());
      return blobs.flatMap(({ key }) => partOf(key));
    },
    put: async (part: StoredPart, bytes: ArrayBuffer): Promise<void> => {
      await call(name, 'write', (store) => store.set(keyOf(part), bytes));
    },
    read: (part: StoredPart): Promise<ArrayBuffer | null> =>
      call(name, 'read', (store) => store.get(keyOf(part), { type: 'arrayBuffer' })),
    drop: (part: StoredPart): Promise<void> =>
      call(name, 'write', (store) => store.delete(keyOf(part))),
  };
};
