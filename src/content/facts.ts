import type { Facts } from './fill.ts';
import { money } from '../contract/money.ts';

type Priced = { id: string; product_type: string; price_in_cents: number; is_active: boolean };
type Counted = { product: string; lessonsOnHome: number };
type SiteFacts = {
  brand: string;
  supportEmail: string;
  refundWindowDays: number;
  legalName?: string | undefined;
  postalAddress?: string | undefined;
};

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The number of guides and lessons in the bundle, and what the guides cost one by one, in US cents. */
export function bundleSums(products: readonly Priced[], guides: readonly Counted[]) {
  const active = new Map(
    products.filter(({ is_active }) => is_active).map((product) => [product.id, product]),
  );
  const sold = guides.flatMap((guide) => {
    const product = active.get(guide.product);
    return product ? [{ ...guide, product }] : [];
  });
  const separatelyInCents = sumOf(sold.map(({ product }) => product.price_in_cents));
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  return {
    separatelyInCents,
    savingInCents: separatelyInCents - (bundle?.price_in_cents ?? 0),
    guides: sold.length,
    lessons: sumOf(sold.map((guide) => guide.lessonsOnHome)),
  };
}

/** The value of each placeholder, so that every number is written in one file only. */
export function factsOf(
  site: SiteFacts,
  products: readonly Priced[],
  guides: readonly Counted[],
): Facts {
  const sums = bundleSums(products, guides);
  return {
    ...Object.fromEntries(
      products.map(({ id, price_in_cents }) => [`price:${id}`, money(price_in_cents)]),
    ),
    separately: money(sums.separatelyInCents),
    saving: money(sums.savingInCents),
    lessons: String(sums.lessons),
    refundDays: String(site.refundWindowDays),
    brand: site.brand,
    supportEmail: site.supportEmail,
    imprint: [site.legalName, site.postalAddress].filter(Boolean).join(', '),
  };
}
