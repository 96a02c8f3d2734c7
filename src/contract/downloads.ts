import * as z from 'zod/mini';
import type { Product } from './catalogue.ts';
import { type OrderFiles, sessionIdSchema } from './orders.ts';

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
/** POST /api/secure-file-access: the files of one product. */
export type FileAccessResponse = OrderFiles;
