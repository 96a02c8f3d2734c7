import { z } from 'zod';

/** The product types that checkout knows. A new product starts here and in content/catalog.json. */
export const productTypeSchema = z.enum([
  'bundle',
  'individual_guide_6_10',
  'individual_guide_11_14',
  'individual_guide_15_18',
]);

/** One product of content/catalog.json. */
export const productSchema = z.strictObject({
  /** Short and stable; the download page asks for a file by it. */
  id: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'Use lower-case letters, digits and hyphens, as in "guide-1".'),
  /** What checkout sells; one of the types above. */
  product_type: productTypeSchema,
  /** The name that the buyer reads on the payment page and the receipt. */
  name: z.string().min(1),
  /** The price in US cents: 899 is $8.99. */
  price_in_cents: z.int().positive(),
  /** The PDF's name, in the store and on the buyer's disk. */
  file_name: z
    .string()
    .regex(/^[A-Za-z0-9-]+\.pdf$/, 'Use letters, digits and hyphens, ending in ".pdf".'),
  /** false takes the product off sale and out of every download. */
  is_active: z.boolean(),
});

/** The whole of content/catalog.json. */
export const catalogueSchema = z.strictObject({
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string().regex(/^[a-z]{3}$/),
  products: z.array(productSchema).min(1),
});

export type ProductType = z.infer<typeof productTypeSchema>;
export type Product = z.infer<typeof productSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;
