import { createHash, hash } from 'node:crypto';
import { save } from '../../netlify/orders/save.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { PRODUCTS } from '../catalog.ts';

/** Noon, so that seeds one minute apart don't pass midnight too soon. */
const CREATED = Date.UTC(2026, 0, 15, 12) / 1000;
const BATCH = 500;

/** A deterministic id, as long and as varied as Stripe's ids. */
export const idFor = (prefix: string, n: number): string => {
  const letters = createHash('sha512').update(`${prefix} ${n}`).digest('base64');
  return prefix + letters.replace(/[+/=]/g, '').slice(0, 58);
};

/** A deterministic paid sale. It is one minute later than the sale for `n - 1`. */
export const saleFor = (n: number, more: Partial<Sale> = {}): Sale => {
  const product = PRODUCTS[n % PRODUCTS.length];
  return {
    productType: product?.product_type ?? '',
    amountInCents: product?.price_in_cents ?? 0,
    discountInCents: 0,
    promotionCode: null,
    taxInCents: 0,
    currency: 'usd',
    presented: null,
    createdAt: CREATED + 60 * n,
    matchesPrice: true,
    payment: 'paid',
    paidAt: CREATED + 60 * n,
    paymentId: idFor('pi_3', n).slice(0, 27),
    refunds: [],
    disputes: [],
    buyer: hash('sha256', `parent-${n}`).slice(0, 32),
    ...more,
  };
};

/** A refund of the given amount in minor units. */
export const refundOf = (
  amountInCents: number,
  status = 'succeeded',
  id = 're_1',
  createdAt = 5,
): Sale['refunds'][number] => ({ id, amountInCents, status, createdAt });

export const disputeOf = (
  status: string,
  id = 'dp_1',
  createdAt = 5,
  amountInCents = 0,
): Sale['disputes'][number] => ({ id, status, amountInCents, createdAt, dueBy: null });

export type Seed = { readonly id: string; readonly sale: Sale };

export const seedFor = (n: number, more: Partial<Sale> = {}): Seed => ({
  id: idFor('cs_test_', n),
  sale: saleFor(n, more),
});

export const seedsFrom = (first: number, count: number, more: Partial<Sale> = {}): Seed[] =>
  Array.from({ length: count }, (_, index) => seedFor(first + index, more));

/** Saves sales with the function that every source of orders uses, but without jobs. */
export const saveAll = async (seeds: readonly Seed[]): Promise<void> => {
  for (let start = 0; start < seeds.length; start += BATCH) {
    const some = seeds.slice(start, start + BATCH);
    await Promise.all(
      some.map(({ id, sale }) => save(id, { version: '0', sale: null }, sale, { jobs: [] })),
    );
  }
};
