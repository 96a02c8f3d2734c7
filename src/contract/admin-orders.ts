import * as z from 'zod/mini';
import type { ProductType } from './catalogue.ts';
import type { OrderStatus } from './orders.ts';

/** An order in the owner's list. */
export type OrderRow = {
  /** As in "01F3-4AD8-A31F". Nobody can derive the buyer's key from it. */
  number: string;
  /** The last 8 characters of the session id, which the buyer's pages show. */
  reference: string;
  /** When the checkout session was created, as ISO 8601 in UTC. */
  created_at: string;
  product_type: ProductType;
  guide_name: string;
  /** Minor units. */
  amount: number;
  /** What a promotion code took off the price, in minor units. */
  discount: number;
  /** The tax in the amount, in minor units. */
  tax: number;
  /** What a buyer abroad paid, as in "€8.40"; null for the shop's own currency. */
  presented: string | null;
  /** The refunded amount in minor units. */
  refunded: number;
  /** ISO 4217, upper case. */
  currency: string;
  status: OrderStatus;
  /** The number of downloads. */
  downloads: number;
};

/** GET /api/admin/orders?cursor= : newest first. */
export type OrderPage = {
  orders: OrderRow[];
  /** For the next page; null on the last one. */
  next: string | null;
  /** Of all orders. */
  total: number;
};

/** What an order's history tells of. Moments of the same second come in this order. */
export const MOMENT_KINDS = [
  'began',
  'pending',
  'failed',
  'paid',
  'withdrawn',
  'refund',
  'dispute',
  'event',
  'mail',
  'download',
  'blocked',
  'unblocked',
] as const;

/** One line of an order's history. */
export type OrderMoment = {
  /** ISO 8601, UTC; null where the time is unknown. */
  at: string | null;
  kind: (typeof MOMENT_KINDS)[number];
  /** A few words for the owner. */
  says: string;
  /** How the shop learned of it, and through which Stripe events. */
  detail?: string | undefined;
};

/** The state of the last receipt. 'none': nothing was sent, and nothing will be. */
export type ReceiptState = 'none' | 'waits' | 'sent' | 'refused' | 'unsure';

export type ReceiptView = {
  state: ReceiptState;
  /** The time of that state, as ISO 8601 in UTC; null where it is unknown. */
  at: string | null;
  /** One or two sentences for the owner. */
  says: string;
  /** The number of the next copy; null where the shop sends no email or has nothing to send. */
  next_copy: number | null;
};

export type DisputeView = {
  id: string;
  /** Its status, in a few words for the owner. */
  says: string;
  /** The last day for an answer, as ISO 8601 in UTC; null if the bank waits for none. */
  due_by: string | null;
};

/** GET /api/admin/orders/:number, POST /api/admin/find-order, POST /api/admin/orders/:number */
export type OrderDetail = OrderRow & {
  /** The buyer's key, which must not appear in an address, a log or a file. */
  session_id: string;
  payment_id: string | null;
  /** The payment in Stripe's dashboard; null for an order without one. */
  stripe_url: string | null;
  receipt: ReceiptView;
  /** When the buyer withdrew, as ISO 8601 in UTC; null if they did not, or if nothing is left to refund. */
  refund_due_since: string | null;
  /** Where each dispute stands. */
  disputes: DisputeView[];
  /** Oldest first. */
  history: OrderMoment[];
};

/**
 * A POST, so that no session id or email address is in a URL. The query is an order number or its last two groups, a
 * reference, the buyer's email address, a session id or a payment id.
 */
export const findOrderRequest = z.strictObject({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
});
export type FindOrderRequest = z.infer<typeof findOrderRequest>;
export type FindOrderResponse = {
  /** The newest order that matches. */
  order: OrderDetail | null;
  /** The numbers of the other matches, newest first. */
  others: string[];
};

/** 'open' lifts a block. Without a block, it allows downloads in spite of the known refunds and disputes. */
export const orderAccessRequest = z.strictObject({ access: z.enum(['blocked', 'open']) });
export type OrderAccessRequest = z.infer<typeof orderAccessRequest>;

/** POST /api/admin/orders/:number/receipt */
export const sendReceiptRequest = z.strictObject({
  /** `next_copy` as the page showed it, so that the same press from two tabs or after a lost answer sends one email. */
  copy: z.int().check(z.positive()),
  /** The address; by default the one that Stripe has. */
  to: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('Not an email address'))),
});
export type SendReceiptRequest = z.infer<typeof sendReceiptRequest>;
export type SendReceiptResponse = {
  outcome: 'sent' | 'failed';
  /** What happened, in one or two sentences for the owner. */
  says: string;
  /** The order afterwards. */
  order: OrderDetail;
};

/** GET /api/admin/orders */
export const ordersPageQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(512))),
});

/** An empty field of a form counts as none. */
const optionalDay = z.pipe(
  z.optional(z.union([z.literal(''), z.iso.date()])),
  z.transform((day) => day || undefined),
);

/** GET /api/admin/orders.csv: the first and the last day, "2026-11-21", both included. */
export const exportQuery = z
  .strictObject({ from: optionalDay, to: optionalDay })
  .check(z.refine(({ from, to }) => !from || !to || from <= to, 'from: must not be after to'));

export const salesQuery = z.strictObject({ range: z.enum(['today', '7', '30', '90', 'all']) });
export type SalesRange = z.infer<typeof salesQuery>['range'];

/** Money in minor units. `amount` is what buyers paid, after `discount`. */
export type SalesSum = { orders: number; amount: number; discount: number; refunded: number };

/** GET /api/admin/sales?range= : sales by the start of their checkout. */
export type SalesResponse = {
  range: SalesRange;
  /** The IANA name of the time zone of the days and months. */
  time_zone: string;
  /** ISO 4217, upper case. */
  currency: string;
  total: SalesSum;
  /** Every product of the catalogue, and every other one sold in the range. */
  products: { product_type: ProductType; name: string; sum: SalesSum }[];
  /** Oldest first, without gaps: days ("2026-11-21"), or for 'all' the last 24 months ("2026-11"). */
  bars: { from: string; sums: Record<ProductType, SalesSum> }[];
};

/** GET /api/admin/reconciler */
export type ReconcilerResponse = {
  /** null before its first run. */
  last: ReconcilerRun | null;
  /** Runs that healed or failed, newest first. */
  news: ReconcilerRun[];
};
export type ReconcilerRun = {
  /** ISO 8601, UTC. */
  at: string;
  sessions: number;
  events: number;
  failed: number;
  /** The numbers of the repaired orders. */
  healed: string[];
};
