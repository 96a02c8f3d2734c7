import * as z from 'zod/mini';
import type { Announcement } from './announcements.ts';

/** As in content/catalog.json. */
const productId = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));

/** An uploaded file of a product, as it was before the shop added the line for an order number. */
export type Edition = {
  /** Unique within its product. */
  id: string;
  /** Bytes. */
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  pages: number;
  /** The file's name on the owner's computer. */
  uploadedAs: string;
  /** ISO 8601, UTC. */
  uploadedAt: string;
};

/** The file that buyers get now. The local shop makes samples; nobody uploaded them. */
export type CurrentEdition = (({ isSample: false } & Edition) | SampleEdition) & {
  /** Since when buyers get it, as ISO 8601 in UTC; null for a sample. */
  since: string | null;
  /** Whether copies have their order number, in words; null if the shop does not stamp copies. */
  copies: string | null;
};
type SampleEdition = { isSample: true } & Pick<Edition, 'size' | 'sha256'>;

export type GuideFiles = {
  id: string;
  name: string;
  file_name: string;
  is_active: boolean;
  /** null: buyers read 'No files available for download'. */
  current: CurrentEdition | null;
  /** The ones before the current one, newest first. */
  earlier: Edition[];
  /** Of the current edition; null if it was not announced. */
  announcement: Announcement | null;
  /** How many buyers an announcement reaches at most. */
  buyers: number;
};

/** GET /api/admin/guides */
export type GuideFilesResponse = {
  products: GuideFiles[];
  /** The recipient of previews of announcements; null if the shop sends no email. */
  preview_to: string | null;
};

/** POST /api/admin/guides/:id/restore: makes an earlier edition current, and returns the product afterwards. */
export const restoreRequest = z.strictObject({
  edition: z.string().check(z.minLength(1)),
});

/** A guide has at most five parts. */
const digit = z.string().check(z.regex(/^[0-5]$/));

/** The query of POST /api/upload. The body is one part of a PDF. Parts come in order, and the last one publishes the file. */
export const uploadQuery = z
  .strictObject({
    /** The product's id. */
    file: productId,
    /** A new one for each upload. */
    upload: z.uuid(),
    /** From 0. */
    part: digit,
    parts: digit,
    /** The file's name on the owner's machine. Without it, the name that buyers save it under. */
    name: z.optional(z.string()),
  })
  .check(z.refine(({ part, parts }) => part < parts, 'part: Must be less than parts.'));
export type UploadQuery = z.infer<typeof uploadQuery>;

/** The answer to the last part. */
export type PublishResponse = {
  product: string;
  /** The name that buyers save it under. */
  fileName: string;
  /** Bytes. */
  size: number;
  sha256: string;
  pages: number;
  /** false if the same file was already current. */
  changed: boolean;
};
