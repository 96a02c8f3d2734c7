import type { z } from 'astro/zod';
import type { Product } from '../contract/catalog.ts';
import type { guideSchema } from './schemas/guide.ts';

type Sold = Pick<Product, 'product_type' | 'is_active'>;
type Fields = Pick<z.infer<typeof guideSchema>, 'ages' | 'title' | 'learn' | 'preview' | 'tonight'>;
type Guide = Fields & { product: Sold };

const ageOf = ({ ages }: Guide): number => Number.parseInt(ages, 10);

/** The guide after this one: "When they turn 11: The First Coins". Empty if none is on sale. */
function nextOf(guide: Guide, guides: readonly Guide[]): string {
  const [next] = guides
    .filter((other) => other.product.is_active && ageOf(other) > ageOf(guide))
    .toSorted((a, b) => ageOf(a) - ageOf(b));
  return next ? `When they turn ${ageOf(next)}: ${next.title}` : '';
}

/** The first evening with a guide: one of its lessons. */
export const eveningOf = (guide: Guide, guides: readonly Guide[]) => ({
  ages: guide.ages,
  title: guide.learn[guide.tonight.lesson - 1]?.title ?? '',
  ready: guide.tonight.ready,
  together: guide.preview.find(({ lesson }) => lesson === guide.tonight.lesson)?.together ?? '',
  next: nextOf(guide, guides),
});

export type Evening = Readonly<ReturnType<typeof eveningOf>>;

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** "Tonight: Allowance day. Have ready: a jar." and the next guide. For several evenings: "Tonight: “Allowance day” (ages 6–10), or ..." */
const lineOf = (evenings: readonly Evening[]): string => {
  const [evening] = evenings;
  if (!evening) return '';
  const { title: lesson, ready, next } = evening;
  if (evenings.length === 1)
    return `Tonight: ${lesson}. Have ready: ${ready}.${next && ` ${next}.`}`;
  const titles = evenings.map(({ title, ages }) => `“${title}” (ages ${ages})`);
  return `Tonight: ${OR.format(titles)}. Each takes ten minutes.`;
};

/** The receipt's line for each product. The bundle names the guides that are on sale. */
export const tonightLines = (guides: readonly Guide[], products: readonly Sold[]) => {
  const soldIn = (type: string): readonly Guide[] =>
    guides.filter(({ product }) =>
      type === 'bundle' ? product.is_active : product.product_type === type,
    );
  return Object.fromEntries(
    products.map(({ product_type: type }) => [
      type,
      lineOf(soldIn(type).map((guide) => eveningOf(guide, guides))),
    ]),
  );
};
