import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { Unavailable } from '../platform/unavailable.ts';
import { blobsClient } from '../platform/blobs.ts';

/** Stored with each guide, and readable without its bytes. */
const metadataSchema = z.object({
  size: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The hash of the content that a sample was printed from; absent for an uploaded guide. */
  sampleOf: z.optional(z.string()),
  /** The upload, by its id in the record of editions, and since when buyers get it (ISO 8601). */
  edition: z.optional(z.object({ id: z.string(), since: z.string() })),
  /** The position of the order's line. Without it, all buyers get the same bytes. */
  stamp: z.optional(z.object({ at: z.int(), length: z.int() })),
});
/** A guide that buyers get, without its bytes. */
export type Guide = z.infer<typeof metadataSchema>;

const readMetadata = (metadata: unknown): Guide => {
  const result = metadataSchema.safeParse(metadata);
  if (!result.success) throw new Unavailable('guides', 'a guide without size and sha256');
  return result.data;
};

/** null where no such guide was uploaded. */
export const findGuide = async (fileName: string): Promise<Guide | null> => {
  const found = await blobsClient().call('guides', 'read', (store) => store.getMetadata(fileName));
  return found && readMetadata(found.metadata);
};

/** The metadata and bytes of the same edition. */
export const openGuide = async (
  fileName: string,
): Promise<(Guide & { body: ReadableStream<Uint8Array> }) | null> => {
  const { call, guarded } = blobsClient();
  const found = await call('guides', 'read', (store) =>
    store.getWithMetadata(fileName, { type: 'stream' }),
  );
  if (!found) return null;
  const metadata = readMetadata(found.metadata);
  return { ...metadata, body: guarded(found.data, metadata.size) };
};

/** Replaces what buyers get. Bytes and metadata are one write, so that they never mix. */
export const writeGuide = async (
  fileName: string,
  bytes: ArrayBuffer,
  origin: Pick<Guide, 'sampleOf' | 'edition' | 'stamp'> = {},
): Promise<void> => {
  const sha256 = hash('sha256', new Uint8Array(bytes));
  const metadata: Guide = { size: bytes.byteLength, sha256, ...origin };
  await blobsClient().call('guides', 'write', (store) => store.set(fileName, bytes, { metadata }));
};
