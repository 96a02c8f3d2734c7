import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { Unavailable } from '../clients/unavailable.ts';
import { blobsClient } from '../clients/blobs.ts';

/** The metadata of each guide, known before its bytes are read. */
const metadataSchema = z.object({
  size: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** For a sample: the hash of the content that it was printed from. */
  sampleOf: z.optional(z.string()),
  /** The edition, and since when buyers get it (ISO 8601); see blobs-editions.ts. */
  edition: z.optional(z.object({ id: z.string(), since: z.string() })),
  /** Where an order's line goes. Without it, all buyers get the same bytes. */
  stamp: z.optional(z.object({ at: z.int(), length: z.int() })),
});
/** A guide without its bytes. */
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

/** Replaces what buyers get. Bytes and metadata are one write, so buyers get the old file or the new one, whole. */
export const writeGuide = async (
  fileName: string,
  bytes: ArrayBuffer,
  origin: Pick<Guide, 'sampleOf' | 'edition' | 'stamp'> = {},
): Promise<void> => {
  const sha256 = hash('sha256', new Uint8Array(bytes));
  const metadata: Guide = { size: bytes.byteLength, sha256, ...origin };
  await blobsClient().call('guides', 'write', (store) => store.set(fileName, bytes, { metadata }));
};
