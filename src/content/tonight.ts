import type { z } from 'astro/zod';
import type { TonightLines } from '../contract/mail.ts';
import type { guideSchema } from './schemas/guide.ts';

type Guide = Pick<z.infer<typeof guideSchema>, 'ages' | 'learn' | 'preview' | 'tonight'>;

/** The first evening with a guide: one of its lessons. */
export type Evening = {
  readonly ages: string;
  readonly title: string;
  readonly ready: string;
  readonly together: string;
};

export const eveningOf = ({ ages, learn, preview, tonight }: Guide): Evening => ({
  ages,
  title: learn[tonight.lesson - 1]?.title ?? '',
  ready: tonight.ready,
  together: preview.find(({ lesson }) => lesson === tonight.lesson)?.together ?? '',
});

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** "Tonight: Allowance day. Have ready: a jar." For several evenings: "Tonight: “Allowance day” (ages 6–10), or ..." */
const lineOf = (evenings: readonly Evening[]): string => {
  const [evening] = evenings;
  if (!evening) return '';
  if (evenings.length === 1) return `Tonight: ${evening.title}. Have ready: ${evening.ready}.`;
  const titles = evenings.map(({ title, ages }) => `“${title}” (ages ${ages})`);
  return `Tonight: ${OR.format(titles)}. Each takes ten minutes.`;
};

type Product = { product_type: string; is_active: boolean };

/** The receipt's line for each product. The bundle names the guides that are on sale. */
export const tonightLines = (
  guides: readonly (Guide & { product: Product })[],
  products: readonly Product[],
): TonightLines => {
  const soldIn = (type: string): readonly Guide[] =>
    guides.filter(({ product }) =>
      type === 'bundle' ? product.is_active : product.product_type === type,
    );
  return Object.fromEntries(
    products.map(({ product_type: type }) => [type, lineOf(soldIn(type).map(eveningOf))]),
  );
};
