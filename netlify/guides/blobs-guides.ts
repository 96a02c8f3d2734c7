import * as z from 'zod/mini';
import { orderName } from '#contract/order-number.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { callBlobs } from '../platform/blobs.ts';

/** The bytes of the line in every copy, so that all copies have one length. */
export const PLACEHOLDER_BYTES = 64;

/** The line at the foot of each page of an order's copy: ASCII without ( ) \, since it is in a PDF's string. */
export const orderNumberLine = (orderNumber: string): string =>
  `${orderName(orderNumber)}, for personal use`;

/** A line of typical width, for no order. */
export const SPECIMEN_LINE = orderNumberLine('0000-0000-0000');

/** A file that buyers get, or got. */
const editionSchema = z.object({
  id: z.string(),
  size: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Since when buyers get it, in ISO 8601. */
  since: z.string(),
  /** The blanks for an order's line, in bytes. Without them, all buyers get the same bytes. */
  line: z.optional(z.object({ at: z.int(), length: z.int() })),
  /** Why a shop that adds the line left it out. */
  bare: z.optional(z.enum(['signed', 'too_large', 'changed'])),
  /** The file as the owner uploaded it, which the edition begins with; absent for a sample. */
  upload: z.optional(
    z.object({
      size: z.int(),
      sha256: z.string(),
      pages: z.int(),
      uploadedAs: z.string(),
      uploadedAt: z.string(),
    }),
  ),
  /** The hash of the content that a sample was printed from. */
  sampleOf: z.optional(z.string()),
});
export type StoredEdition = z.infer<typeof editionSchema>;

/** All editions of a guide that are kept. The first one is current, so that one write decides what buyers get. */
const recordSchema = z.object({ editions: z.array(editionSchema) });

export type GuideRecord = {
  readonly editions: readonly StoredEdition[];
  /** The version that was read, for a conditional write; null before the first. */
  readonly version: string | null;
};

const recordKey = (fileName: string): string => `${fileName}/record.json`;
const bytesKey = (fileName: string, id: string): string => `${fileName}/${id}.pdf`;

export const readGuideRecord = async (fileName: string): Promise<GuideRecord> => {
  const found = await callBlobs('guides', 'read', (store) =>
    store.getWithMetadata(recordKey(fileName), { type: 'json' }),
  );
  if (!found) return { editions: [], version: null };
  const record = recordSchema.safeParse(found.data);
  if (!record.success || !found.etag) throw new Unavailable('guides', 'a record amiss');
  return { ...record.data, version: found.etag };
};

/** The guide that buyers get, without its bytes; null if there is none. */
export const findCurrentEdition = async (fileName: string): Promise<StoredEdition | null> =>
  (await readGuideRecord(fileName)).editions[0] ?? null;

/** false if another process wrote the record since it was read. */
export const writeGuideRecord = async (
  fileName: string,
  { version, editions }: GuideRecord,
): Promise<boolean> => {
  const condition = version === null ? { onlyIfNew: true } : { onlyIfMatch: version };
  const { modified, etag } = await callBlobs('guides', 'write', (store) =>
    store.setJSON(recordKey(fileName), { editions }, condition),
  );
  // The client reports a refusal (403) as a write, without an etag.
  if (modified && !etag) throw new Unavailable('guides', 'a write was refused');
  return modified;
};

/** The whole file of an edition. */
export const readEditionBytes = async (
  fileName: string,
  { id, size }: StoredEdition,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await callBlobs('guides', 'file', (store) =>
    store.get(bytesKey(fileName, id), { type: 'arrayBuffer' }),
  );
  if (bytes?.byteLength !== size) throw new Unavailable('guides', 'other bytes than recorded');
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
