import { defineCollection, reference } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { productSchema } from './contract/catalogue.ts';

const products = defineCollection({
  loader: file('content/catalog.json', {
    // The payment functions import the same file whole, so the list sits one level down in it.
    parser: (text) =>
      z.object({ products: z.array(z.looseObject({})) }).parse(JSON.parse(text)).products,
  }),
  schema: productSchema,
});

const titled = z
  .string()
  .min(1)
  .max(60, 'Keep a title under 60 characters; it must fit on a phone.');

const guides = defineCollection({
  loader: glob({ base: 'content/guides', pattern: '*.md' }),
  schema: z
    .strictObject({
      /** The product that this page sells: an `id` of content/catalog.json. */
      product: reference('products'),
      /** The guide's number, which stands in the menu and on the buy button. */
      number: z.int().min(1).max(3),
      /** The children's ages as printed, with an en dash: "6–10". */
      ages: z
        .string()
        .regex(/^\d+–\d+$/, 'Write the ages with an en dash between them, as in 6–10.'),
      /** The color of the guide's cover and page. */
      hue: z.enum(['coral', 'teal', 'plum']),
      /** The name on the cover. */
      title: titled,
      /** The headline of the guide's page: something a parent would say aloud. */
      tagline: titled,
      /** Two sentences for the card on the home page and for search results. */
      summary: z.string().min(1).max(180),
      /** How many lessons the home page counts. They add up to the bundle's number. */
      lessonsOnHome: z.int().positive(),
      /** How many lessons the guide's own page counts and lists. */
      lessonsOnGuide: z.int().positive(),
      /** The lessons in order. One line each: what happens in it. */
      learn: z.array(z.strictObject({ title: titled, scene: z.string().min(1) })),
      /** What comes with the guide, beside the lessons. */
      included: z.array(z.strictObject({ title: titled, detail: z.string().min(1) })).min(1),
    })
    .refine((guide) => guide.learn.length === guide.lessonsOnGuide, {
      path: ['learn'],
      message: 'List as many lessons under "learn" as "lessonsOnGuide" says.',
    }),
});

const site = defineCollection({
  loader: file('content/site.json', { parser: (text) => ({ site: JSON.parse(text) }) }),
  schema: z.strictObject({
    /** The shop's name, in the header and in every page title. */
    brand: z.string().min(1),
    /** What the shop is, after the brand in the home page's title. */
    titleLine: z.string().min(1),
    /** What search engines show under the home page's title. */
    description: z.string().min(1).max(180),
    /** Where buyers write to. The setting PUBLIC_SUPPORT_EMAIL goes before it. */
    supportEmail: z.email(),
    /** For how many days after buying a parent may have the money back. */
    refundWindowDays: z.int().positive(),
    /** The one figure the shop quotes. */
    claim: z.strictObject({
      /** Of a hundred adults, how many. */
      percent: z.int().min(1).max(99),
      /** What those adults say; follows the figure. */
      text: z.string().min(1),
    }),
  }),
});

export const collections = { products, guides, site };
