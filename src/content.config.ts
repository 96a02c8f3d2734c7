import { defineCollection } from 'astro:content';
import type { z } from 'astro/zod';
import { productSchema } from './contract/catalogue.ts';
import { checkedBy } from './editor/collections.ts';
import type { Kind } from './editor/kind.ts';
import { kinds } from './schemas/kinds.ts';

const { catalogue, ...pages } = kinds;
const load = checkedBy(kinds);

const of = <S extends z.ZodType>(kind: Kind<S>) =>
  defineCollection({ loader: load.markdown(kind), schema: kind.schema });

export const collections = {
  // The payment functions import the same file whole, so the list sits one level down in it.
  products: defineCollection({
    loader: load.json(catalogue, ({ products }) => products),
    schema: productSchema,
  }),
  site: of(pages.site),
  home: of(pages.home),
  about: of(pages.about),
  faqPage: of(pages.faqPage),
  faqs: of(pages.faqs),
  creator: of(pages.creator),
  testimonials: of(pages.testimonials),
  logos: of(pages.logos),
  legal: of(pages.legal),
  guides: of(pages.guides),
};
