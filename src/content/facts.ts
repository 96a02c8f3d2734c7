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

/** The number of guides and lessons in the bundle, and what the guides cost one by one, in US cents. */
export function bundleSums(products: readonly Priced[], guides: readonly Counted[]) {
  const sums = { guides: 0, lessons: 0, separatelyInCents: 0 };
  for (const { product: id, lessonsOnHome } of guides) {
    const product = products.find((one) => one.id === id && one.is_active);
    if (!product) continue;
    sums.guides += 1;
    sums.lessons += lessonsOnHome;
    sums.separatelyInCents += product.price_in_cents;
  }
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  const savingInCents = sums.separatelyInCents - (bundle?.price_in_cents ?? 0);
  return Object.assign(sums, { savingInCents });
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
