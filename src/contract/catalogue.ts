import * as z from 'zod';
import { PRODUCT_TYPE, PRODUCT_TYPE_HINT } from './product-type.ts';

/** The type that covers every other product. */
const BUNDLE = 'bundle';

/** "Guide 4" was meant as "guide-4". */
const asName = (value: unknown, between: string): string =>
  String(value)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(between);

/**
 * What checkout sells, the key of an order to its files, and so never to be changed once sold. Any
 * name of this form may be added to content/catalog.json without a change of code.
 */
export const productTypeSchema = z
  .string()
  .regex(PRODUCT_TYPE, PRODUCT_TYPE_HINT)
  .meta({
    what: 'lower-case letters, digits and underscores',
    example: 'individual_guide_6_10',
    mend: (type: unknown) => asName(type, '_'),
  });

/** The least that Stripe takes. */
const MIN_CENTS = 50;

/** 8.99 was meant as dollars, and so was 9. */
const inCents = (value: unknown): number => {
  const number = Number(value);
  return Number.isInteger(number) && number >= MIN_CENTS ? number : Math.round(number * 100);
};

/** "My Guide.PDF" was meant as "My-Guide.pdf". */
const asFileName = (value: unknown): string => {
  const words = String(value)
    .replace(/\.pdf$/i, '')
    .split(/[^A-Za-z0-9]+/);
  return `${words.filter(Boolean).join('-')}.pdf`;
};

/** One product of content/catalog.json. The notes are for whoever edits that file. */
export const productSchema = z.strictObject({
  /** Short and stable; the download page asks for a file by it. */
  id: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'Use lower-case letters, digits and hyphens, as in "guide-1".')
    .meta({
      what: 'lower-case letters, digits and hyphens',
      example: 'guide-1',
      mend: (id: unknown) => asName(id, '-'),
    }),
  /** What checkout sells; see above. */
  product_type: productTypeSchema,
  /** The name that the buyer reads on the payment page and the receipt. */
  name: z.string().min(1).meta({ what: 'a name', example: 'Money-Smart Kids: Ages 6-10' }),
  /** The price in US cents: 899 is $8.99. */
  price_in_cents: z
    .int()
    .min(MIN_CENTS)
    .meta({
      what: `a whole number of US cents, at least ${MIN_CENTS}`,
      example: 899,
      mend: inCents,
    }),
  /** The PDF's name, in the store and on the buyer's disk. */
  file_name: z
    .string()
    .regex(/^[A-Za-z0-9-]+\.pdf$/, 'Use letters, digits and hyphens, ending in ".pdf".')
    .meta({
      what: 'letters, digits and hyphens, ending in .pdf',
      example: 'My-Guide.pdf',
      mend: asFileName,
    }),
  /** false takes the product off sale and out of every download. */
  is_active: z.boolean().meta({ what: 'true or false', example: true }),
});

/** What no two products may share: each is looked up by it. */
const UNIQUE = ['id', 'product_type', 'file_name'] as const;

/** The whole of content/catalog.json. */
export const catalogueSchema = z
  .strictObject({
    /** As Stripe writes it. Pages, structured data and samples print dollars, so it is nothing else. */
    currency: z
      .literal('usd')
      .meta({ what: 'usd, since the shop sells in US dollars', example: 'usd' }),
    products: z.array(productSchema).min(1),
  })
  .superRefine(({ products }, context) => {
    for (const field of UNIQUE) {
      for (const [index, product] of products.entries()) {
        if (products.findIndex((other) => other[field] === product[field]) === index) continue;
        const message = `Another product has the ${field} "${product[field]}" too; each needs its own.`;
        context.addIssue({ code: 'custom', path: ['products', index, field], message });
      }
    }
    if (products.some((product) => product.product_type === BUNDLE)) return;
    const message = `One product must have the product_type "${BUNDLE}"; there is none.`;
    context.addIssue({ code: 'custom', path: ['products'], message });
  });

export type ProductType = z.infer<typeof productTypeSchema>;
export type Product = z.infer<typeof productSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;
