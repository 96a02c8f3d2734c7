import * as z from 'zod/mini';

/** As in content/catalog.json. */
const productId = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** One file that was uploaded for a product, as it was before the shop made room in it for an order's line. */
export type Edition = {
  /** Names it within its product. */
  id: string;
  /** Bytes. */
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  pages: number;
  /** The PDF's own title, if it has one. */
  title: string | null;
  /** The file's name on the owner's machine. */
  uploadedAs: string;
  /** ISO 8601, UTC. */
  uploadedAt: string;
};

/** What buyers get now. A sample was printed by the local shop, and never uploaded. */
export type CurrentEdition = (({ isSample: false } & Edition) | SampleEdition) & {
  /** ISO 8601, UTC: since when buyers get it; null for a sample. */
  since: string | null;
  /** Whether copies carry their order's number, in words; null where the shop does not stamp. */
  copies: string | null;
};
type SampleEdition = { isSample: true } & Pick<Edition, 'size' | 'sha256'>;

export type GuideFiles = {
  id: string;
  name: string;
  file_name: string;
  is_active: boolean;
  /** null: buyers meet 'No files available for download'. */
  current: CurrentEdition | null;
  /** The last ten before the current one, newest first. */
  earlier: Edition[];
};

/** GET /api/admin/guides */
export type GuideFilesResponse = { products: GuideFiles[] };

/** POST /api/admin/guides makes an earlier edition current; answers the product as it stands then. */
export const restoreRequest = z.strictObject({
  product: productId,
  edition: z.string().check(z.minLength(1)),
});
export type RestoreRequest = z.infer<typeof restoreRequest>;

/** POST /api/admin/uploads: begins an upload in parts, or goes on with one of the same file. */
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
  /** Stands for this upload in the addresses of its parts. */
  upload: string;
  /** Bytes in every part but the last. */
  partBytes: number;
  parts: number;
  /** The numbers, from 0, of the parts that are there already. */
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
  /** false where the very same file was the current one already. */
  changed: boolean;
};
