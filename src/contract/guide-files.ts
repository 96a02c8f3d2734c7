import type { Product } from './catalog.ts';

// Times are ISO 8601 in UTC, sizes are bytes.

/** An uploaded PDF, without the placeholder for an order number that the shop adds. */
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
  /** Says whether buyers' copies have an order number; null if the catalog's `stamp` is off. */
  copies: string | null;
};

export type Announcement = {
  /** How many buyers it was meant for. Some may not get it, such as those who unsubscribed. */
  buyers: number;
  /** How many emails are still to be sent. */
  left: number;
  /** How many were sent; null if an earlier version of the shop sent the announcement. */
  emailed: number | null;
  /** When it continues, if the day's quota of emails is used up; otherwise null. */
  paused_until: string | null;
};

/** A file of a product, with its editions. */
export type GuideFiles = Pick<Product, 'is_active'> & {
  is_for_sale: boolean;
  /** In addresses: the product's id for the guide itself, and the file's name for another file. */
  id: string;
  /** The product's id. */
  product: string;
  /** "Coins (Large print)", or "Coins" if it is the product's only file. */
  name: string;
  file_name: string;
  /** null if nothing was uploaded. */
  current: CurrentEdition | null;
  /** Newest first. */
  earlier: Edition[];
  /** That of the current edition; null if it was not announced. */
  announcement: Announcement | null;
  /** The most buyers that an announcement can reach. */
  buyers: number;
};

/** GET /api/admin/guides */
export type GuideFilesResponse = {
  /** All files, in the order of the catalog. */
  products: GuideFiles[];
  /** Who gets an announcement's preview; null if the shop sends no email. */
  preview_to: string | null;
};

/**
 * POST /api/admin/guides/:id/announce. Only a preview takes the text, so that buyers get the text
 * that the owner has read.
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
  /** The product's id for its guide, or the name of a file. */
  file: string;
  /** A new UUID for each upload. */
  upload: string;
  /** From 0. */
  part: string;
  parts: string;
  /** The file's name on the owner's computer. Default: the product's file name. */
  name?: string | undefined;
  /** Of the whole file, in hex. The last of several parts must have it. */
  sha256?: string | undefined;
  /** With the last part: publishes a file that differs from what the shop's pages promise. */
  confirm?: '1' | undefined;
};

/** What the shop's pages say about the PDF of a guide. */
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
