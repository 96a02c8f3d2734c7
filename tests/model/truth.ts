import catalogJson from '../../content/catalog.json' with { type: 'json' };

export const PRODUCTS = catalogJson.products;
type Product = (typeof PRODUCTS)[number];

/** What really happened to a session, as the people involved know it. */
export type Truth = {
  readonly session: string;
  readonly product: Product;
  payment: 'open' | 'expired' | 'pending' | 'failed' | 'paid';
  /** Minor units, by the refund's id; 0 for one that failed. */
  readonly refunds: Map<string, number>;
  dispute: { readonly id: string; status: 'open' | 'won' | 'lost' } | null;
  /** Early fraud warnings, by id. */
  readonly warnings: string[];
  /** By the owner's hand. */
  blocked: boolean;
  /** Refunds and disputes that the owner has opened the order in spite of: "re_1", "dp_1:lost". */
  readonly excused: Set<string>;
  /** Links to files that the shop has given out. */
  readonly links: { readonly product: string; readonly url: string }[];
};

export const opened = (session: string, product: Product): Truth => ({
  session,
  product,
  payment: 'open',
  refunds: new Map(),
  dispute: null,
  warnings: [],
  blocked: false,
  excused: new Set(),
  links: [],
});

/** The status that the order must have once the dust has settled; null for no order. */
export const expectedStatus = (truth: Truth): string | null => {
  const { payment, refunds, dispute, product, blocked, excused } = truth;
  if (payment === 'open' || payment === 'expired') return null;
  if (payment !== 'paid') return payment;
  if (blocked) return 'blocked';
  const isNews = [...refunds].some(([id, amount]) => amount > 0 && !excused.has(id));
  const refunded = [...refunds.values()].reduce((sum, amount) => sum + amount, 0);
  if (isNews && refunded >= product.price_in_cents) return 'refunded';
  const stage = dispute?.status === 'open' ? 'needs_response' : dispute?.status;
  const isExcused = dispute !== null && excused.has(`${dispute.id}:${stage}`);
  const isDisputed = dispute && dispute.status !== 'won' && !isExcused;
  return isDisputed ? 'disputed' : 'paid';
};

/** The products whose files the holder of the session must get, and no other. */
export const expectedAccess = (truth: Truth): string[] => {
  if (expectedStatus(truth) !== 'paid') return [];
  return PRODUCTS.filter(
    ({ product_type: type }) =>
      truth.product.product_type === 'bundle' || truth.product.product_type === type,
  ).map(({ id }) => id);
};
