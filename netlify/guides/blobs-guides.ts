import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { Unavailable } from '../clients/unavailable.ts';
import type { BlobsClient } from '../clients/blobs.ts';

/** Stored beside each guide; none of it is otherwise known before the bytes are read. */
const metadataSchema = z.object({
  size: z.int().check(z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Of a sample: the hash of the content that it was printed from. A guide that was uploaded has none. */
  sampleOf: z.optional(z.string()),
  /** Which upload it is, by its record in blobs-editions.ts. ISO 8601: since when buyers get it. */
  edition: z.optional(z.object({ id: z.string(), since: z.string() })),
  /** Where an order's line goes. Without it, all get the same bytes. */
  stamp: z.optional(z.object({ at: z.int(), length: z.int() })),
});
type GuideMetadata = z.infer<typeof metadataSchema>;

const readMetadata = (metadata: unknown): GuideMetadata => {
  const result = metadataSchema.safeParse(metadata);
  if (!result.success) throw new Unavailable('guides', 'a guide without size and sha256');
  return result.data;
};

/**
 * The PDFs, by file name, in a store of their own per deploy context: stores are shared by all
 * deploys of a site, and a preview must not overwrite what buyers of the live shop get.
 */
export const createGuides = ({ call, guarded }: BlobsClient, context: string) => {
  const name = `guides-${context}`;
  const write = async (
    fileName: string,
    bytes: ArrayBuffer,
    origin: Pick<GuideMetadata, 'sampleOf' | 'edition' | 'stamp'>,
  ): Promise<void> => {
    const view = new Uint8Array(bytes);
    const metadata: GuideMetadata = {
      size: view.byteLength,
      sha256: createHash('sha256').update(view).digest('hex'),
      ...origin,
    };
    await call(name, 'write', (store) => store.set(fileName, bytes, { metadata }));
  };
  return {
    /** Null where no such guide was uploaded. */
    find: async (fileName: string): Promise<GuideMetadata | null> => {
      const found = await call(name, 'read', (store) => store.getMetadata(fileName));
      return found && readMetadata(found.metadata);
    },
    /** Metadata and bytes of one and the same edition. */
    open: async (
      fileName: string,
    ): Promise<(GuideMetadata & { body: ReadableStream<Uint8Array> }) | null> => {
      const found = await call(name, 'read', (store) =>
        store.getWithMetadata(fileName, { type: 'stream' }),
      );
      if (!found) return null;
      const metadata = readMetadata(found.metadata);
      return { ...metadata, body: guarded(found.data, metadata.size) };
    },
    /** `sampleOf` as above. */
    put: (
      fileName: string,
      bytes: ArrayBuffer,
      sampleOf?: string,
      stamp?: GuideMetadata['stamp'],
    ): Promise<void> => write(fileName, bytes, { sampleOf, stamp }),
    /** What was uploaded, from now on what buyers get: its bytes and its metadata in one write. */
    publish: (
      fileName: string,
      bytes: ArrayBuffer,
      edition: NonNullable<GuideMetadata['edition']>,
      stamp?: GuideMetadata['stamp'],
    ): Promise<void> => write(fileName, bytes, { edition, stamp }),
  };
};
