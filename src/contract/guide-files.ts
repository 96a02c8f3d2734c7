import type { Product } from './catalog.ts';

// Times are ISO 8601 in UTC, and sizes are in bytes.

/** An uploaded PDF, before the shop adds a placeholder for the order number. */
export type Edition = {
  /** Unique within its product. */
  id: string;
  size: number;
  sha256: string;
  pages: number;
  /** The file's name on the owner's computer. */
  uploadedAs: string;
  uploadedAt: string;
};

/** The file that buyers get now. Only a local shop has samples. */
export type CurrentEdition = (
  | ({ isSample: false } & Edition)
  | ({ isSample: true } & Pick<Edition, 'size' | 'sha256'>)
) & {
  /** When it was published; null for a sample. */
  since: string | null;
  /**
   * A sentence about order numbers in buyers' PDFs; null if the catalog's `stamp` is off, or for a
   * sample without order numbers.
   */
  copies: string | null;
};

export type Announcement = {
  /** The number of intended recipients. Some may not get it, for example after unsubscribing. */
  buyers: number;
  /** How many emails are still to be sent. */
  left: number;
  /** How many were sent; null if an earlier version of the shop sent the announcement. */
  emailed: number | null;
  /** When sending continues, if the daily email quota is used up; otherwise null. */
  paused_until: string | null;
};

/** One of a product's files, with its editions. */
export type GuideFiles = Pick<Product, 'is_active'> & {
  is_for_sale: boolean;
  /** Used in URLs: the product's id for the guide itself, or the file name for any other file. */
  id: string;
  /** The product's id. */
  product: string;
  /** "Coins (Large print)", or "Coins" if it is the product's only file. */
  name: string;
  file_name: string;
  /** null if the file has no edition yet. */
  current: CurrentEdition | null;
  /** Newest first. */
  earlier: Edition[];
  /** The announcement of the current edition; null if there is none. */
  announcement: Announcement | null;
  /** The maximum number of buyers that an announcement can reach. */
  buyers: number;
};

/** GET /api/admin/guides */
export type GuideFilesResponse = {
  /** All files, in catalog order. */
  products: GuideFiles[];
  /** Who gets an announcement's preview; null if the shop sends no email. */
  preview_to: string | null;
};

/**
 * POST /api/admin/guides/:id/announce. Only the preview accepts text, so buyers get exactly what
 * the owner has read.
 */
export type AnnounceRequest =
  | { action: 'preview'; edition: string; changes: string }
  | { action: 'begin'; preview: string }
  | { action: 'stop'; edition: string };

/**
 * The query of POST /api/upload, whose body is one part of a PDF. The parts must arrive in order.
 * The last one publishes the file.
 */
export type UploadQuery = {
  /** The product's id for the guide itself, or the file name for any other file. */
  file: string;
  /** A new UUID for each upload. */
  upload: string;
  /** The zero-based number of the part. */
  part: string;
  parts: string;
  /** The file's name on the owner's computer. Default: the product's file name. */
  name?: string | undefined;
  /** The digest of the whole file, in hex. Required with the last of several parts. */
  sha256?: string | undefined;
  /** With the last part: publish the file even if it differs from what the shop's pages promise. */
  confirm?: '1' | undefined;
};

/** What the shop's pages say about a guide's PDF. */
export type GuidePromise = {
  readonly title: string;
  readonly pages: number;
  /** In words: "about 2MB". */
  readonly fileSize: string;
};

/** The response to the last part of an upload. */
export type PublishResponse = Pick<Edition, 'size' | 'sha256' | 'pages'> & {
  product: string;
  fileName: string;
  /** false if the same file was already current. */
  changed: boolean;
};
