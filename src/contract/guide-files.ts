import * as z from 'zod/mini';

/** As in content/catalog.json. */
const productId = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** An uploaded file of a product, as it was before the shop added the line for an order number. */
export type Edition = {
  /** Unique within its product. */
  id: string;
  /** Bytes. */
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  pages: number;
  /** The PDF's own title, if it has one. */
  title: string | null;
  /** The file's name on the owner's computer. */
  uploadedAs: string;
  /** ISO 8601, UTC. */
  uploadedAt: string;
};

/** The file that buyers get now. The local shop makes samples; nobody uploaded them. */
export type CurrentEdition = (({ isSample: false } & Edition) | SampleEdition) & {
  /** Since when buyers get it, as ISO 8601 in UTC; null for a sample. */
  since: string | null;
  /** Whether copies have their order number, in words; null where the shop does not stamp copies. */
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
  /** The last ten before the current one, newest first. */
  earlier: Edition[];
};

/** GET /api/admin/guides */
export type GuideFilesResponse = { products: GuideFiles[] };

/** POST /api/admin/guides: makes an earlier edition current, and returns the product afterwards. */
export const restoreRequest = z.strictObject({
  product: productId,
  edition: z.string().check(z.minLength(1)),
});
export type RestoreRequest = z.infer<typeof restoreRequest>;

/** POST /api/admin/uploads: starts an upload in parts, or resumes one of the same file. */
export const beginUploadRequest = z.strictObject({
  product: productId,
  /** The file's name on the owner's machine. */
  fileName: z.string(),
  /** Bytes. */
  size: z.int().check(z.positive()),
  sha256,
});
export type BeginUploadRequest = z.infer<typeof beginUploadRequest>;
export type BeginUploadResponse = {
  /** Identifies this upload in the addresses of its parts. */
  upload: string;
  /** Bytes in every part but the last. */
  partBytes: number;
  parts: number;
  /** The numbers, from 0, of the parts that have arrived. */
  received: number[];
};

/** POST /api/upload, POST /api/admin/uploads/:upload */
export type PublishResponse = {
  product: string;
  /** The name that buyers save it under. */
  fileName: string;
  /** Bytes. */
  size: number;
  sha256: string;
  pages: number;
  title: string | null;
  /** false where the same file was already current. */
  changed: boolean;
};
