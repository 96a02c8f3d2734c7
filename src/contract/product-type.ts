import * as z from 'zod/mini';

/** Of a key of the catalogue: see `productTypeSchema` there, which tells an editor more. */
export const PRODUCT_TYPE = /^[a-z0-9_]{1,64}$/;

/** What is said of another one. */
export const PRODUCT_TYPE_HINT =
  'Use lower-case letters, digits and underscores, as in "bundle" or "individual_guide_6_10".';

/** The type of a product that is, or was, for sale. */
export const productTypeSchema = z.string().check(z.regex(PRODUCT_TYPE, PRODUCT_TYPE_HINT));
