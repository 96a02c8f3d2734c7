import type { z } from 'astro/zod';
import { type Product, isForSale } from '../contract/catalog.ts';
import type { guideSchema } from './schemas/guide.ts';

type Sold = Pick<Product, 'product_type' | 'is_active' | 'is_for_sale'>;
type Fields = Pick<z.infer<typeof guideSchema>, 'ages' | 'title' | 'learn' | 'preview' | 'tonight'>;
type Guide = Fields & { product: Sold };

const ageOf = ({ ages }: Guide): number => Number.parseInt(ages, 10);

/** "When they turn 11: The First Coins", about the next guide for sale; empty if there is none. */
function nextOf(guide: Guide, guides: readonly Guide[]): string {
  const [next] = guides
    .filter((other) => isForSale(other.product) && ageOf(other) > ageOf(guide))
    .toSorted((a, b) => ageOf(a) - ageOf(b));
  return next ? `When they turn ${ageOf(next)}: ${next.title}` : '';
}

export const eveningOf = (guide: Guide, guides: readonly Guide[]) => ({
  ages: guide.ages,
  title: guide.learn[guide.tonight.lesson - 1]?.title ?? '',
  ready: guide.tonight.ready,
  together: guide.preview.find(({ lesson }) => lesson === guide.tonight.lesson)?.together ?? '',
  next: nextOf(guide, guides),
});

export type Evening = Readonly<ReturnType<typeof eveningOf>>;

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

// One evening:      Tonight: Allowance day. Have ready: a jar. When they turn 11: The First Coins.
// Several evenings: Tonight: “Allowance day” (ages 6–10), or “The sneaker ad” (ages 11–14). ...
const receiptLine = (evenings: readonly Evening[]): string => {
  const [evening] = evenings;
  if (!evening) return '';
  const { title: lesson, ready, next } = evening;
  if (evenings.length === 1) {
    return `Tonight: ${lesson}. Have ready: ${ready}.${next && ` ${next}.`}`;
  }
  const titles = evenings.map(({ title, ages }) => `“${title}” (ages ${ages})`);
  return `Tonight: ${OR.format(titles)}. Each takes ten minutes.`;
};

const guidesOf = (productType: string, guides: readonly Guide[]): readonly Guide[] =>
  productType === 'bundle'
    ? guides.filter(({ product }) => product.is_active)
    : guides.filter(({ product }) => product.product_type === productType);

/** The receipt's line for each product type. The bundle's line lists the active guides. */
export const receiptLines = (guides: readonly Guide[], products: readonly Sold[]) => {
  const lines: Record<string, string> = {};
  for (const { product_type: type } of products) {
    const evenings = guidesOf(type, guides).map((guide) => eveningOf(guide, guides));
    lines[type] = receiptLine(evenings);
  }
  return lines;
};
