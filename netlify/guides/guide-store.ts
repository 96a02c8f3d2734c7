import * as z from 'zod/mini';
import { callBlobs } from '../platform/blobs.ts';
import { Unavailable } from '../platform/unavailable.ts';

const editionSchema = z.object({
  id: z.string(),
  /** In bytes. */
  size: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** When it became current, in ISO 8601. */
  since: z.string(),
  /** The position and length of the order-number placeholder, in bytes. */
  line: z.optional(z.object({ at: z.int(), length: z.int() })),
  /** Why no placeholder could be added to the PDF. */
  bare: z.optional(z.enum(['signed', 'too_large', 'changed'])),
  /** The file as the owner uploaded it. Missing for a sample. */
  upload: z.optional(
    z.object({
      size: z.int(),
      sha256: z.string(),
      pages: z.int(),
      uploadedAs: z.string(),
      uploadedAt: z.string(),
    }),
  ),
  /** Only for samples: a hash of the sample PDF and the catalog's `stamp`. */
  sampleOf: z.optional(z.string()),
});
export type StoredEdition = z.infer<typeof editionSchema>;

/** The current edition is first. */
const recordSchema = z.object({ editions: z.array(editionSchema) });

export type GuideRecord = {
  readonly editions: readonly StoredEdition[];
  /** An ETag, or null if there is no record yet. */
  readonly version: string | null;
};

const RECORD = '/record.json';
const recordKey = (fileName: string): string => fileName + RECORD;
const bytesKey = (fileName: string, id: string): string => `${fileName}/${id}.pdf`;

export const readGuideRecord = async (fileName: string): Promise<GuideRecord> => {
  const found = await callBlobs('guides', 'read', (store) =>
    store.getWithMetadata(recordKey(fileName), { type: 'json' }),
  );
  if (!found) return { editions: [], version: null };
  const record = recordSchema.safeParse(found.data);
  if (!record.success || !found.etag) throw new Unavailable('guides', 'invalid record');
  return { editions: record.data.editions, version: found.etag };
};

export const findCurrentEdition = async (fileName: string): Promise<StoredEdition | null> => {
  const { editions } = await readGuideRecord(fileName);
  return editions[0] ?? null;
};

/** The names of all files that were ever published, including those that no product lists. */
export const listStoredFiles = async (): Promise<string[]> => {
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  const records = blobs.filter(({ key }) => key.endsWith(RECORD));
  return records.map(({ key }) => key.slice(0, -RECORD.length));
};

/** Returns false after a concurrent write. */
export const writeGuideRecord = async (
  fileName: string,
  { version, editions }: GuideRecord,
): Promise<boolean> => {
  const condition = version === null ? { onlyIfNew: true } : { onlyIfMatch: version };
  const { modified, etag } = await callBlobs('guides', 'write', (store) =>
    store.setJSON(recordKey(fileName), { editions }, condition),
  );
  // After a 403, the client reports a successful write, but without an ETag.
  if (modified && !etag) throw new Unavailable('guides', 'write refused');
  return modified;
};

export const readEditionBytes = async (
  fileName: string,
  { id, size }: StoredEdition,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await callBlobs('guides', 'file', (store) =>
    store.get(bytesKey(fileName, id), { type: 'arrayBuffer' }),
  );
  if (bytes?.byteLength !== size) throw new Unavailable('guides', 'file does not match its record');
  return new Uint8Array(bytes);
};

export const writeEditionBytes = async (
  fileName: string,
  id: string,
  bytes: ArrayBuffer,
): Promise<void> => {
  const key = bytesKey(fileName, id);
  await callBlobs('guides', 'write', (store) => store.set(key, bytes));
};

export const deleteEditionBytes = (fileName: string, { id }: StoredEdition): Promise<void> =>
  callBlobs('guides', 'write', (store) => store.delete(bytesKey(fileName, id)));
