import { defineCollection } from 'astro:content';
import type { z } from 'astro/zod';
import { productSchema } from './contract/catalogue.ts';
import { markdown, products } from './content/loaders.ts';
import { type Kind, kinds } from './content/schemas/kinds.ts';

const of = <S extends z.ZodType>({ at, schema }: Kind<S>) =>
  defineCollection({ loader: markdown(at), schema });

export const collections = {
  products: defineCollection({ loader: products, schema: productSchema }),
  site: of(kinds.site),
  home: of(kinds.home),
  about: of(kinds.about),
  faqPage: of(kinds.faqPage),
  findPage: of(kinds.findPage),
  faqs: of(kinds.faqs),
  creator: of(kinds.creator),
  testimonials: of(kinds.testimonials),
  logos: of(kinds.logos),
  legal: of(kinds.legal),
  guides: of(kinds.guides),
};
