import * as z from 'zod/mini';
import type { Product } from './catalogue.ts';
import { sessionIdSchema } from './orders.ts';

/** GET /api/products */
export type ProductsResponse = {
  products: Pick<Product, 'id' | 'name' | 'product_type' | 'is_active'>[];
};

/** POST /api/secure-file-access */
export const fileAccessRequest = z.strictObject({
  product_id: z.string().check(z.minLength(1), z.maxLength(64)),
  session_id: sessionIdSchema,
});

export type FileAccessRequest = z.infer<typeof fileAccessRequest>;
export type DownloadFile = {
  /** Carries a ticket that is valid for minutes; ask again for a fresh one. */
  downloadUrl: string;
  fileName: string;
};
export type FileAccessResponse = {
  files: DownloadFile[];
  /** For the bundle: all its files in one ZIP file. Absent where one is missing or they are too large. */
  archive?: DownloadFile;
};
