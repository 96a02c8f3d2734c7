import { getStore } from '@netlify/blobs';
import { z } from 'zod';
import { Unavailable, orUnavailable } from '../domain/unavailable.ts';

/** Kept beside each guide; the bytes' length is not otherwise known before they are read. */
const metadataSchema = z.object({
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of a sample: the hash of the content that it was printed from. A guide that was uploaded has none. */
  sampleOf: z.string().optional(),
});
export type GuideMetadata = z.infer<typeof metadataSchema>;

const readMetadata = (metadata: unknown): GuideMetadata => {
  const result = metadataSchema.safeParse(metadata);
  if (!result.success) throw new Unavailable('guides', 'a guide without size and sha256');
  return result.data;
};

const reached = <T>(call: Promise<T>): Promise<T> => orUnavailable('guides', call);

/**
 * The PDFs, by file name, in a store of their own per deploy context: stores are shared by all
 * deploys of a site, and a preview must not overwrite what buyers of the live shop get.
 */
export const createGuides = (context: string) => {
  // Strong, because a guide that was just replaced must not be served from an older copy.
  const store = () => getStore({ name: `guides-${context}`, consistency: 'strong' });
  return {
    /** Size and hash; null where no such guide was uploaded. */
    find: async (fileName: string): Promise<GuideMetadata | null> => {
      const found = await reached(store().getMetadata(fileName));
      return found && readMetadata(found.metadata);
    },
    /** Metadata and bytes of one and the same edition. */
    open: async (
      fileName: string,
    ): Promise<(GuideMetadata & { body: ReadableStream<Uint8Array> }) | null> => {
      const found = await reached(store().getWithMetadata(fileName, { type: 'stream' }));
      return found && { ...readMetadata(found.metadata), body: found.data };
    },
    put: async (fileName: string, bytes: ArrayBuffer, metadata: GuideMetadata): Promise<void> => {
      await reached(store().set(fileName, bytes, { metadata }));
    },
  };
};
