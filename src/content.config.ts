import { defineCollection } from 'astro:content';
import type { z } from 'astro/zod';
import { load } from './content/loaders.ts';
import { type Kind, kinds } from './content/schemas/kinds.ts';

const of = <S extends z.ZodObject>(kind: Kind<S>) =>
  defineCollection({ loader: load(kind), schema: kind.schema });

export const collections = {
  catalogue: of(kinds.catalogue),
  site: of(kinds.site),
  home: of(kinds.home),
  lesson: of(kinds.lesson),
  about: of(kinds.about),
  faqPage: of(kinds.faqPage),
  findPage: of(kinds.findPage),
  orders: of(kinds.orders),
  faqs: of(kinds.faqs),
  creator: of(kinds.creator),
  testimonials: of(kinds.testimonials),
  logos: of(kinds.logos),
  legal: of(kinds.legal),
  guides: of(kinds.guides),
  mails: of(kinds.mails),
};
