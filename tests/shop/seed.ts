import { createHash, hash } from 'node:crypto';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { recordFacts } from '../../netlify/orders/redis-orders.ts';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { factsOf } from '../../netlify/orders/orders.ts';

/** Noon, so that a seed a minute does not pass midnight too soon. */
const CREATED = Date.UTC(2026, 0, 15, 12) / 1000;
const BATCH = 500;

/** As long and as varied as Stripe's ids are, and the same whenever it is asked for. */
export const idFor = (prefix: string, n: number): string => {
  const letters = createHash('sha512').update(`${prefix} ${n}`).digest('base64');
  return prefix + letters.replace(/[+/=]/g, '').slice(0, 58);
};

/** A paid session, the same whenever it is asked for; a minute after the one before. */
export const sessionFor = (n: number, more: Partial<CheckoutSession> = {}): CheckoutSession => {
  const product = catalogJson.products[n % catalogJson.products.length];
  return {
    id: idFor('cs_test_', n),
    productType: product?.product_type ?? '',
    amountInCents: product?.price_in_cents ?? 0,
    discountInCents: 0,
    taxInCents: 0,
    presented: null,
    currency: 'usd',
    createdAt: CREATED + 60 * n,
    payment: 'paid',
    paidAt: CREATED + 60 * n,
    isOfThisSite: true,
    paymentId: idFor('pi_3', n).slice(0, 27),
    email: `parent-${n}@example.com`,
    buyer: hash('sha256', `parent-${n}`).slice(0, 32),
    refunds: [],
    disputes: [],
    ...more,
  };
};

/** Keeps what Stripe says of sessions, as every source of an order does. */
export const keepAll = async (
  sessions: readonly CheckoutSession[],
  batch = BATCH,
): Promise<void> => {
  for (let start = 0; start < sessions.length; start += batch) {
    await Promise.all(
      sessions.slice(start, start + batch).map((sale) => {
        const learned = { source: 'webhook', at: sale.createdAt + 60 } as const;
        return recordFacts(factsOf(sale, learned) ?? {}, { sale });
      }),
    );
  }
};

export const sessionsFrom = (
  first: number,
  count: number,
  more: Partial<CheckoutSession> = {},
): CheckoutSession[] =>
  Array.from({ length: count }, (_, index) => sessionFor(first + index, more));
