import type { Product } from './catalog.ts';

// Times are ISO 8601 in UTC, sizes are bytes.

/** An uploaded file of a product, as it was before the shop added the line for an order number. */
export type Edition = {
  /** Unique within its product. */
  id: string;
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  pages: number;
  /** The file's name on the owner's computer. */
  uploadedAs: string;
  uploadedAt: string;
};

/** The file that buyers get now. The local shop makes samples; nobody uploaded them. */
export type CurrentEdition = (
  | ({ isSample: false } & Edition)
  | ({ isSample: true } & Pick<Edition, 'size' | 'sha256'>)
) & {
  /** Since when buyers get it; null for a sample. */
  since: string | null;
  /** Whether copies have their order number, in words; null if the shop does not stamp copies. */
  copies: string | null;
};

/** The progress of an announcement. */
export type Announcement = {
  begun_at: string;
  buyers: number;
  /** Buyers who are still to get it. */
  left: number;
  /** When it continues, if the day's share of emails is used up; otherwise null. */
  paused_until: string | null;
};

/** A product with its files. */
export type GuideFiles = Pick<Product, 'id' | 'name' | 'file_name' | 'is_active'> & {
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

/** POST /api/admin/guides/:id/announce. Only a preview has words, so that buyers get those that the owner has read. */
export type AnnounceRequest =
  | { action: 'preview'; edition: string; changes: string }
  | { action: 'begin'; preview: string }
  | { action: 'stop'; edition: string };

/** The query of POST /api/upload. The body is one part of a PDF. Parts come in order, and the last one publishes the file. */
export type UploadQuery = {
  /** The product's id. */
  file: string;
  /** A new UUID for each upload. */
  upload: string;
  /** From 0. */
  part: string;
  parts: string;
  /** The file's name on the owner's computer. Without it, the name that buyers save it under. */
  name?: string | undefined;
};

/** The answer to the last part. */
export type PublishResponse = Pick<Edition, 'size' | 'sha256' | 'pages'> & {
  product: string;
  /** The name that buyers save it under. */
  fileName: string;
  /** false if the same file was already current. */
  changed: boolean;
};
