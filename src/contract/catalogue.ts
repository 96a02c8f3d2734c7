import * as z from 'zod';
import { productTypeSchema } from './checkout.ts';

/** The type that covers every other product. */
const BUNDLE = 'bundle';

// Stripe's limits. Beyond them, every checkout would fail.
const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;
const MAX_NAME = 250;

// The errors that an editor of content/catalog.json reads.
const TIME_ZONE = 'Write UTC, or the time zone of a city near you, as in "America/New_York".';
const ID = 'Use lower-case letters, digits and hyphens, as in "guide-1".';
const NAME = `Write a name of at most ${MAX_NAME} characters, as in "A Seed in the Jar (Guide 1, ages 6–10)".`;
const DEAR = `Write at most ${MAX_CENTS} US cents, as in 899.`;
const CENTS = `Write a whole number of US cents, at least ${MIN_CENTS}, as in 899.`;
const YES_OR_NO = 'Write true or false, without quotes.';
const TAX =
  'Write "inclusive" if your prices include the tax, or "exclusive" if it’s added to them.';
const FILE_NAME = 'Use letters, digits and hyphens, ending in ".pdf", as in "My-Guide.pdf".';

/** One product of content/catalog.json. The notes are for whoever edits that file. */
const productSchema = z.strictObject({
  /** Short and stable. The download page requests a file by it. */
  id: z.string({ error: ID }).regex(/^[a-z0-9-]+$/, { error: ID }),
  /**
   * The key from an order to its files. Never change it once the product has been sold. New types need no
   * change of code.
   */
  product_type: productTypeSchema,
  /** The name on the payment page and the receipt. */
  name: z.string({ error: NAME }).min(1, { error: NAME }).max(MAX_NAME, { error: NAME }),
  /** The price in US cents: 899 is $8.99. */
  price_in_cents: z
    .int({ error: CENTS })
    .min(MIN_CENTS, { error: CENTS })
    .max(MAX_CENTS, { error: DEAR }),
  /** The PDF's name, in the store and on the buyer's disk. */
  file_name: z.string({ error: FILE_NAME }).regex(/^[A-Za-z0-9-]+\.pdf$/, { error: FILE_NAME }),
  /** false takes the product off sale and out of every download. */
  is_active: z.boolean({ error: YES_OR_NO }),
});

/** Options of Stripe's checkout. Each is off without a line of its own. */
const checkoutSchema = z.strictObject({
  /** true lets buyers use the promotion codes that the owner makes in Stripe's dashboard. */
  promotion_codes: z.boolean({ error: YES_OR_NO }).optional(),
  /** Stripe Tax works out the tax: "inclusive" as a part of the price, "exclusive" on top of it. */
  tax: z.enum(['inclusive', 'exclusive'], { error: TAX }).optional(),
  /** true makes Stripe the seller: it works out the tax, pays it, and makes the invoices. */
  managed_payments: z.boolean({ error: YES_OR_NO }).optional(),
  /** true has Stripe make an invoice for each order, and email it as the owner's dashboard says. */
  invoices: z.boolean({ error: YES_OR_NO }).optional(),
  /** true lets buyers withdraw within the refund window. The owner then refunds them in Stripe's dashboard. */
  withdrawal: z.boolean({ error: YES_OR_NO }).optional(),
  /** true lets buyers abroad pay in their own currency, false never. Without it, Stripe's dashboard decides. */
  adaptive_pricing: z.boolean({ error: YES_OR_NO }).optional(),
});

/** The options that Stripe refuses beside managed payments (docs.stripe.com/payments/managed-payments/update-checkout). */
const NOT_MANAGED = ['tax', 'invoices', 'adaptive_pricing'] as const;

/** Products are looked up by these fields, so no two may share a value. */
const UNIQUE = ['id', 'product_type', 'file_name'] as const;

/** Rejects names such as "EST", which have no daylight saving time: half a year's days would be wrong. */
const isTimeZone = (name: string): boolean => {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
};

/** The whole of content/catalog.json. */
export const catalogueSchema = z
  .strictObject({
    /** As Stripe writes it. Pages, structured data and samples print dollars, so no other value works. */
    currency: z.literal('usd', { error: 'Write usd, since the shop sells in US dollars.' }),
    /** The time zone of the days in the report and CSV files: "UTC" or an IANA name. */
    time_zone: z.string({ error: TIME_ZONE }).refine(isTimeZone, { error: TIME_ZONE }),
    /**
     * true prints the order's number at the foot of each page of the PDFs that its buyer gets: "Order
     * MSK-01F3-4AD8-A31F, for personal use". Never a name or an address. false sends PDFs without it.
     */
    stamp: z.boolean({ error: YES_OR_NO }),
    checkout: checkoutSchema.optional(),
    /** Everything that is, or was, for sale. */
    products: z.array(productSchema).min(1),
  })
  .superRefine(({ products, checkout }, context) => {
    for (const field of NOT_MANAGED) {
      if (!checkout?.managed_payments || checkout[field] === undefined) continue;
      const message = 'Delete this line: with "managed_payments", Stripe does this itself.';
      context.addIssue({ code: 'custom', path: ['checkout', field], message });
    }
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

export type ProductType = Product['product_type'];
export type Product = z.infer<typeof productSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;
