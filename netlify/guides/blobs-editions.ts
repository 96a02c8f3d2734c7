import * as z from 'zod/mini';
import { type EditionRecord, recordSchema } from './edition-record.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { blobsClient } from '../platform/blobs.ts';

const metadataSchema = z.object({ size: z.int().check(z.positive()) });

const NONE: EditionRecord = { editions: [], pending: [], version: null };

const folderOf = (fileName: string): string => `editions/${fileName}/`;
const recordOf = (fileName: string): string => `records/${fileName}.json`;

// Editions and records are in the store of the guides. No guide has a slash in its key, so none is mistaken for one.

export const writeEdition = async (
  fileName: string,
  id: string,
  bytes: ArrayBuffer,
): Promise<void> => {
  const metadata = { size: bytes.byteLength };
  const key = folderOf(fileName) + id;
  await blobsClient().call('guides', 'write', (store) => store.set(key, bytes, { metadata }));
};

export const hasEdition = async (fileName: string, id: string): Promise<boolean> => {
  const key = folderOf(fileName) + id;
  return (await blobsClient().call('guides', 'read', (store) => store.getMetadata(key))) !== null;
};

/** Read as a stream, since the whole may take longer than the limit for a first byte. */
export const readEdition = async (fileName: string, id: string): Promise<ArrayBuffer | null> => {
  const { call, guarded } = blobsClient();
  const found = await call('guides', 'read', (store) =>
    store.getWithMetadata(folderOf(fileName) + id, { type: 'stream' }),
  );
  if (!found) return null;
  const { size } = metadataSchema.parse(found.metadata);
  return new Response(guarded(found.data, size)).arrayBuffer();
};

export const dropEdition = (fileName: string, id: string): Promise<void> =>
  blobsClient().call('guides', 'write', (store) => store.delete(folderOf(fileName) + id));

/** The ids of all editions that are kept. */
export const listEditions = async (fileName: string): Promise<string[]> => {
  const prefix = folderOf(fileName);
  const { blobs } = await blobsClient().call('guides', 'read', (store) => store.list({ prefix }));
  return blobs.flatMap(({ key }) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
};

export const readRecord = async (fileName: string): Promise<EditionRecord> => {
  const found = await blobsClient().call('guides', 'read', (store) =>
    store.getWithMetadata(recordOf(fileName), { type: 'json' }),
  );
  if (!found) return NONE;
  const record = recordSchema.safeParse(found.data);
  if (!record.success || !found.etag) throw new Unavailable('guides', 'a record amiss');
  return { ...record.data, version: found.etag };
};

/** false where another process wrote the record since it was read. */
export const writeRecord = async (
  fileName: string,
  { version, ...record }: EditionRecord,
): Promise<boolean> => {
  const condition = version === null ? { onlyIfNew: true } : { onlyIfMatch: version };
  const { modified, etag } = await blobsClient().call('guides', 'write', (store) =>
    store.setJSON(recordOf(fileName), record, condition),
  );
  // The client reports a refusal (403) as a write, without an etag.
  if (modified && !etag) throw new Unavailable('guides', 'a write was refused');
  return modified;
};
