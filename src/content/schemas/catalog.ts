import { z } from 'astro/zod';
import type { Catalog } from '../../contract/catalog.ts';
import { matching, upTo } from './fields.ts';

// Stripe's limits. Beyond them, every checkout would fail.
const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;
const MAX_NAME = 250;

const TIME_ZONE = 'Write UTC, or the time zone of a city near you, such as "America/New_York".';
const GMT =
  'The signs in these names are reversed: Etc/GMT+5 is five hours behind UTC. Write the time zone of a city near you, such as "America/New_York".';
const CENTS = `Write a whole number of US cents from ${MIN_CENTS} to ${MAX_CENTS}, such as 899.`;
const TAX =
  'Write "inclusive" if your prices include the tax, or "exclusive" if it’s added to them.';

const flag = z.boolean({ error: 'Write true or false, without quotes.' });

// src/contract/catalog.ts explains each field.

const FILES =
  'Write a list with the guide’s PDF first, as in "files": [{ "name": "My-Guide.pdf", "label": "PDF" }].';

const file = z.strictObject({
  name: matching(
    /^[A-Za-z0-9-]+\.pdf$/,
    'Use letters, digits and hyphens, ending in ".pdf", as in "My-Guide.pdf".',
  ),
  label: upTo(30, 'Large print'),
});

const productFields = z.strictObject({
  id: matching(/^[a-z0-9-]+$/, 'Use lowercase letters, digits and hyphens, as in "guide-1".'),
  product_type: matching(
    /^[a-z0-9_]{1,64}$/,
    'Use lowercase letters, digits and underscores, as in "bundle" or "individual_guide_6_10".',
  ),
  name: upTo(MAX_NAME, 'A Seed in the Jar (Guide 1, ages 6–10)'),
  price_in_cents: z
    .int({ error: CENTS })
    .min(MIN_CENTS, { error: CENTS })
    .max(MAX_CENTS, { error: CENTS }),
  files: z.tuple([file], file, { error: FILES }),
  is_active: flag,
  is_for_sale: flag.optional(),
});

/** Reports one error for a product without a list of files. The schema would report several. */
const refuseMissingFiles = (value: unknown, context: z.core.$RefinementCtx): unknown => {
  const { file_name: name, files } = Object(value) as Record<string, unknown>;
  if (name !== undefined) {
    const inList = JSON.stringify([{ name, label: 'PDF' }]);
    const message = `A product can have several files now. Replace this line with "files": ${inList}`;
    context.addIssue({ code: 'custom', path: ['file_name'], message });
  } else if (Array.isArray(files) && files.length === 0) {
    context.addIssue({ code: 'custom', path: ['files'], message: FILES });
  }
  return value;
};

const product = z.preprocess(refuseMissingFiles, productFields);

const checkout = z.strictObject({
  promotion_codes: flag.optional(),
  tax: z.enum(['inclusive', 'exclusive'], { error: TAX }).optional(),
  managed_payments: flag.optional(),
  invoices: flag.optional(),
  withdrawal: flag.optional(),
  adaptive_pricing: flag.optional(),
});

/**
 * The options that Stripe doesn't allow together with managed payments
 * (docs.stripe.com/payments/managed-payments/update-checkout).
 */
const NOT_MANAGED = ['tax', 'invoices', 'adaptive_pricing'] as const;

/** Products are looked up by these fields, so no two may share a value. */
const UNIQUE = ['id', 'product_type'] as const;

/**
 * Rejects names such as "EST", which have no daylight saving time. With them, days would begin at
 * the wrong time for half of the year.
 */
const isTimeZone = (name: string): boolean => {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
};

/** The products, and the options for Stripe Checkout. */
export const catalogSchema = z
  .strictObject({
    currency: z.literal('usd', { error: 'Write usd, since the shop sells in US dollars.' }),
    time_zone: z
      .string({ error: TIME_ZONE })
      .refine(isTimeZone, { error: TIME_ZONE })
      .refine((name) => !/^Etc\/GMT[+-]/i.test(name), { error: GMT }),
    stamp: flag,
    checkout: checkout.optional(),
    products: z.array(product).min(1),
  })
  .superRefine(({ products, checkout: options }, context) => {
    for (const field of NOT_MANAGED) {
      if (!options?.managed_payments || options[field] === undefined) continue;
      const message = 'Delete this line: with "managed_payments", Stripe does this itself.';
      context.addIssue({ code: 'custom', path: ['checkout', field], message });
    }
    for (const field of UNIQUE) {
      for (const [index, { [field]: value }] of products.entries()) {
        if (products.findIndex((other) => other[field] === value) === index) continue;
        const message = `Another product also has the ${field} "${value}". Each product needs its own.`;
        context.addIssue({ code: 'custom', path: ['products', index, field], message });
      }
    }
    const fileNames = new Set<string>();
    for (const [index, { files }] of products.entries()) {
      for (const [position, { name }] of files.entries()) {
        if (fileNames.has(name)) {
          const message =
            'Another file in this catalog has the same name. Each file needs its own.';
          const path = ['products', index, 'files', position, 'name'];
          context.addIssue({ code: 'custom', path, message });
        }
        fileNames.add(name);
      }
    }
    if (products.some(({ product_type: type }) => type === 'bundle')) return;
    const message =
      'No product has the product_type "bundle". Give it to the product that contains all guides.';
    context.addIssue({ code: 'custom', path: ['products'], message });
  }) satisfies z.ZodType<Catalog>;
