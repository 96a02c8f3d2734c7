import catalogJson from '../../content/catalog.json' with { type: 'json' };
import type { DisputeStatus } from '../../netlify/local/stripe/dispute-statuses.ts';

export const PRODUCTS = catalogJson.products;
type Product = (typeof PRODUCTS)[number];

/** The discounts of the stand-in's codes, in percent. */
const CODES: Readonly<Record<string, number>> = { SPRING: 25, GIFT: 100 };
export const discountOf = ({ price_in_cents: price }: Product, code: string): number =>
  Math.round((price * (CODES[code] ?? 0)) / 100);

type Refund = {
  /** In minor units. */
  readonly amount: number;
  readonly createdAt: number;
  /** The money has come back to the shop. */
  hasFailed: boolean;
};

/** `status` in Stripe's words. */
type Dispute = { readonly createdAt: number; readonly status: DisputeStatus };

/** What really happened to a session. Times are Unix seconds. */
export type Truth = {
  readonly session: string;
  readonly product: Product;
  /** The price for its buyer, in minor units. */
  readonly amount: number;
  /** When the checkout began. */
  readonly createdAt: number;
  payment: 'open' | 'expired' | 'pending' | 'failed' | 'paid';
  /** The time of its charge, or of its checkout if there was nothing to pay. */
  paidAt: number;
  /** By id. */
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  /** The refunds whose events the shop has acknowledged. */
  readonly reported: Set<string>;
  /** The owner's last decision that the shop has noted. */
  access: { readonly is: 'open' | 'blocked'; readonly at: number } | null;
  /** The numbers of the copies of the receipt that the owner asked for, and how many there were before Redis was emptied. */
  readonly copies: Set<number>;
  earlierCopies: number;
  /** Whether Redis was emptied after the session was opened. */
  wasLost: boolean;
  /** Links to files that the shop has given out. */
  readonly links: { readonly product: string; readonly url: string }[];
};

export const opened = (
  sale: Pick<Truth, 'session' | 'product' | 'amount' | 'createdAt'>,
): Truth => ({
  ...sale,
  payment: 'open',
  paidAt: 0,
  refunds: new Map(),
  disputes: new Map(),
  reported: new Set(),
  access: null,
  copies: new Set(),
  earlierCopies: 0,
  wasLost: false,
  links: [],
});

const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

const givenIn = ({ refunds }: Truth): Refund[] =>
  [...refunds.values()].filter(({ hasFailed }) => !hasFailed);

/** The sum of successful refunds, in minor units. */
export const refundedOf = (truth: Truth): number => sumOf(givenIn(truth));

/** Since when refunds and disputes close the order. The owner's opening ignores the earlier ones. */
const closesSince = ({ access }: Truth): number => (access?.is === 'open' ? access.at : 0);

const isClosedBy = (truth: Truth, refunds: readonly Refund[]): boolean =>
  sumOf(refunds) >= truth.amount &&
  refunds.some(({ createdAt }) => createdAt >= closesSince(truth));

/** Whether the order must be closed, since the shop has acknowledged its refunds. */
export const isKnownRefunded = (truth: Truth): boolean => {
  const reported = [...truth.refunds].filter(
    ([id, { hasFailed }]) => !hasFailed && truth.reported.has(id),
  );
  const refunds = reported.map(([, refund]) => refund);
  return truth.payment === 'paid' && isClosedBy(truth, refunds);
};

/** These leave the money with the shop. */
const SETTLED: ReadonlySet<DisputeStatus> = new Set(['warning_closed', 'won']);

/** The status that the order must have once the shop knows all; null for no order. */
export const expectedStatus = (truth: Truth): string | null => {
  const { payment, disputes, access } = truth;
  if (payment === 'open' || payment === 'expired') return null;
  if (payment !== 'paid') return payment;
  if (access?.is === 'blocked') return 'blocked';
  if (isClosedBy(truth, givenIn(truth))) return 'refunded';
  const isDisputed = [...disputes.values()].some(
    ({ status, createdAt }) => !SETTLED.has(status) && createdAt >= closesSince(truth),
  );
  return isDisputed ? 'disputed' : 'paid';
};

/** The products whose files the session must give access to. */
export const expectedAccess = (truth: Truth): string[] => {
  if (expectedStatus(truth) !== 'paid') return [];
  return PRODUCTS.filter(
    ({ product_type: type }) =>
      truth.product.product_type === 'bundle' || truth.product.product_type === type,
  ).map(({ id }) => id);
};
