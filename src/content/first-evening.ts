import type { z } from 'astro/zod';
import { type Product, isForSale } from '../contract/catalog.ts';
import type { FirstEvening, NextGuide } from '../contract/mail.ts';
import type { guideSchema } from './schemas/guide.ts';

type Sold = Pick<Product, 'product_type' | 'is_active' | 'is_for_sale'>;
type Fields = Pick<z.infer<typeof guideSchema>, 'ages' | 'title' | 'learn' | 'preview' | 'tonight'>;
/** `href` is the path of the guide's page. */
type Guide = Fields & { product: Sold; href: string };

const ageOf = ({ ages }: Guide): number => Number.parseInt(ages, 10);

/** Returns the guide for the next age band. Skips guides that are not for sale. */
function nextOf(guide: Guide, guides: readonly Guide[]): NextGuide | null {
  const [next] = guides
    .filter((other) => isForSale(other.product) && ageOf(other) > ageOf(guide))
    .toSorted((a, b) => ageOf(a) - ageOf(b));
  return next ? { age: ageOf(next), title: next.title, href: next.href } : null;
}

export const eveningOf = (guide: Guide, guides: readonly Guide[]) => ({
  ages: guide.ages,
  title: guide.learn[guide.tonight.lesson - 1]?.title ?? '',
  ready: guide.tonight.ready,
  together: guide.preview.find(({ lesson }) => lesson === guide.tonight.lesson)?.together ?? '',
  next: nextOf(guide, guides),
});

export type Evening = Readonly<ReturnType<typeof eveningOf>>;

/** The title of a lesson at the end of a sentence: “Spend, save, give.” */
const quotedAtEnd = (title: string): string => `“${title}${/[.?!…]$/.test(title) ? '' : '.'}”`;

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

// One evening:      Try it tonight: “Allowance day.” You’ll need a jar.
// Several evenings: Try one tonight: “Allowance day” (ages 6–10) or “The ad” (ages 11–14). ...
const firstEvening = (evenings: readonly Evening[]): FirstEvening => {
  const [evening] = evenings;
  if (!evening) return { text: '', next: null };
  if (evenings.length === 1) {
    const { title, ready, next } = evening;
    return { text: `Try it tonight: ${quotedAtEnd(title)} You’ll need ${ready}.`, next };
  }
  const titles = evenings.map(({ title, ages }) => `“${title}” (ages ${ages})`);
  const text = `Try one tonight: ${OR.format(titles)}. Each takes about ten minutes.`;
  return { text, next: null };
};

const guidesOf = (productType: string, guides: readonly Guide[]): readonly Guide[] =>
  productType === 'bundle'
    ? guides.filter(({ product }) => product.is_active)
    : guides.filter(({ product }) => product.product_type === productType);

/** Keyed by product type. The bundle's text lists the evenings of all active guides. */
export const firstEvenings = (guides: readonly Guide[], products: readonly Sold[]) => {
  const found: Record<string, FirstEvening> = {};
  for (const { product_type: type } of products) {
    const evenings = guidesOf(type, guides).map((guide) => eveningOf(guide, guides));
    found[type] = firstEvening(evenings);
  }
  return found;
};
