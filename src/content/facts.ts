import { type Product, isForSale } from '../contract/catalog.ts';
import { money } from '../contract/money.ts';
import type { FieldsOf } from './collections.ts';
import type { Facts } from './fill.ts';
import { countWord } from './format.ts';

type Priced = Pick<Product, 'id' | 'product_type' | 'price_in_cents' | 'is_active' | 'is_for_sale'>;
type Counted = { product: string; lessonsOnHome: number };
type Site = Omit<FieldsOf<'site'>, 'claim'>;

/**
 * Returns the active guides. If the bundle is not for sale or no guide is active, as before a
 * launch, returns all guides, so that the sums describe the future bundle.
 */
const guidesInBundle = (
  products: readonly Priced[],
  guides: readonly Counted[],
): readonly Counted[] => {
  const isActive = (id: string): boolean =>
    products.some((product) => product.id === id && product.is_active);
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  const active = guides.filter(({ product }) => isActive(product));
  return bundle && isForSale(bundle) && active.length > 0 ? active : guides;
};

/** What the bundle contains, and what its guides cost when bought one by one. */
export function bundleSums(products: readonly Priced[], guides: readonly Counted[]) {
  let count = 0;
  let lessons = 0;
  let separatelyInCents = 0;
  for (const { product: id, lessonsOnHome } of guidesInBundle(products, guides)) {
    const product = products.find((one) => one.id === id);
    if (!product) continue;
    count += 1;
    lessons += lessonsOnHome;
    separatelyInCents += product.price_in_cents;
  }
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  const savingInCents = separatelyInCents - (bundle?.price_in_cents ?? 0);
  return { guides: count, lessons, separatelyInCents, savingInCents };
}

export function factsOf(
  site: Site,
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
    guides: countWord(sums.guides),
    lessons: String(sums.lessons),
    refundDays: String(site.refundWindowDays),
    brand: site.brand,
    supportEmail: site.supportEmail,
    imprint: [site.legalName, site.postalAddress].filter(Boolean).join(', '),
  };
}
