import * as z from 'zod/mini';
import type { ProductType } from './catalogue.ts';
import { ORDER_NUMBER } from './order-number.ts';
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

/** GET /api/admin/orders?before= : newest first. */
export type OrderPage = {
  orders: OrderRow[];
  /** The number before which the next page begins; null on the last page. */
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
  /** The number of an order: the page holds those that came before it. */
  before: z.optional(z.string().check(z.regex(ORDER_NUMBER))),
});

/** GET /api/admin/orders.csv: a month ("2026-11") or a year ("2026"). */
export const exportQuery = z.strictObject({
  period: z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'must be as 2026-11 or 2026')),
});

/** GET /api/admin/report */
export const reportQuery = z.strictObject({
  period: z.enum(['this-month', 'last-month', 'last-12-months']),
});
export type ReportPeriod = z.infer<typeof reportQuery>['period'];

/** Money in minor units, of one currency. `net` is `gross` less `refunded` and `tax`. */
export type ReportSum = {
  /** ISO 4217, upper case. */
  currency: string;
  orders: number;
  gross: number;
  refunded: number;
  tax: number;
  net: number;
};

/** What was sold in a period. An order and its refunds count on the day its checkout began. */
export type ReportResponse = {
  /** The first and the last month, "2026-11". */
  from: string;
  to: string;
  /** The IANA name of the time zone of days and months. */
  time_zone: string;
  /** One for each product in each currency. */
  products: (ReportSum & { product_type: ProductType; name: string })[];
  /** One for each currency. */
  totals: ReportSum[];
  /** The gross of each day of the last month, in the shop's currency. */
  days: { day: string; gross: number }[];
  currency: string;
  /** The payments in Stripe's dashboard. */
  stripe_url: string;
};
