import catalogJson from '../../content/catalog.json' with { type: 'json' };
import type { DisputeStatus } from '../../netlify/local/stripe/objects/dispute.ts';

export const PRODUCTS = catalogJson.products;
type Product = (typeof PRODUCTS)[number];

/** What the stand-in's codes take off, in percent. */
const CODES: Readonly<Record<string, number>> = { SPRING: 25, GIFT: 100 };
export const discountOf = ({ price_in_cents: price }: Product, code: string): number =>
  Math.round((price * (CODES[code] ?? 0)) / 100);

/** What really happened to a session, as the people involved know it. */
export type Truth = {
  readonly session: string;
  readonly product: Product;
  /** What its buyer pays, and what a code took off that, in minor units. */
  readonly amount: number;
  readonly discount: number;
  /** The payment's id at Stripe; null where nothing was to be paid. */
  intent: string | null;
  payment: 'open' | 'expired' | 'pending' | 'failed' | 'paid';
  /** When its checkout began, in Unix seconds, as its payment tells. */
  createdAt: number;
  /** By id, in minor units; one that failed has come back to the shop. */
  readonly refunds: Map<string, { readonly amount: number; hasFailed: boolean }>;
  /** By the buyer, as the shop has confirmed. */
  isWithdrawn: boolean;
  /** Where each dispute stands, by id, in Stripe's words. */
  readonly disputes: Map<string, DisputeStatus>;
  /** By the owner. */
  blocked: boolean;
  /** Refunds and disputes that the owner has opened the order in spite of: "re_1", "dp_1:lost". */
  readonly excused: Set<string>;
  /** Of a sale from before Redis was emptied, or before it knew of that: whether its receipt was sent by then. */
  receiptBefore?: 'sent' | 'unsent';
  /** Links to files that the shop has given out. */
  readonly links: { readonly product: string; readonly url: string }[];
};

type Sale = Pick<Truth, 'session' | 'product' | 'amount' | 'discount'>;

export const opened = (sale: Sale): Truth => ({
  ...sale,
  intent: null,
  payment: 'open',
  createdAt: 0,
  refunds: new Map(),
  isWithdrawn: false,
  disputes: new Map(),
  blocked: false,
  excused: new Set(),
  links: [],
});

/** How far a dispute has come: what is further closes again an order that the owner has opened. */
export const RANKS: Readonly<Record<DisputeStatus, number>> = {
  warning_needs_response: 1,
  warning_under_review: 1,
  warning_closed: 2,
  needs_response: 3,
  under_review: 3,
  won: 4,
  appeal_needs_response: 5,
  appeal_under_review: 5,
  lost: 6,
  prevented: 6,
};
const OVER: ReadonlySet<DisputeStatus> = new Set(['warning_closed', 'won']);

const closes = ({ excused }: Truth, id: string, status: DisputeStatus): boolean => {
  const isExcused = Object.entries(RANKS).some(
    ([known, rank]) => rank >= RANKS[status] && excused.has(`${id}:${known}`),
  );
  return !OVER.has(status) && !isExcused;
};

/** What went back to the buyer and stayed there, in minor units. */
export const refundedOf = ({ refunds }: Truth): number =>
  [...refunds.values()].reduce((sum, { amount, hasFailed }) => sum + (hasFailed ? 0 : amount), 0);

/** The status that the order must have once all is heard of; null for no order. */
export const expectedStatus = (truth: Truth): string | null => {
  const { payment, refunds, disputes, amount, blocked, excused } = truth;
  if (payment === 'open' || payment === 'expired') return null;
  if (payment !== 'paid') return payment;
  if (blocked) return 'blocked';
  const isNews = [...refunds].some(([id, { hasFailed }]) => !hasFailed && !excused.has(id));
  if (isNews && refundedOf(truth) >= amount) return 'refunded';
  const isDisputed = [...disputes].some(([id, status]) => closes(truth, id, status));
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
