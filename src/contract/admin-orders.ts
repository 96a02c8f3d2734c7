import * as z from 'zod/mini';
import type { ProductType } from './catalogue.ts';
import type { OrderStatus } from './orders.ts';

/** An order in the owner's list. */
export type OrderRow = {
  /** As in "01F3-4AD8-A31F"; of no use to who would like to have the buyer's key. */
  number: string;
  /** What the buyer was shown: the last 8 characters of the session id. */
  reference: string;
  /** ISO 8601, UTC: when the checkout session was made. */
  created_at: string;
  product_type: ProductType;
  guide_name: string;
  /** Minor units. */
  amount: number;
  /** Minor units that went back to the buyer. */
  refunded: number;
  /** ISO 4217, upper case. */
  currency: string;
  status: OrderStatus;
  /** How often a file was fetched. */
  downloads: number;
  /** Whether the receipt that was sent last has not arrived, as far as is known. */
  receipt_lost: boolean;
};

/** GET /api/admin/orders?cursor= : newest first. */
export type OrderPage = {
  orders: OrderRow[];
  /** For the next page; null on the last one. */
  next: string | null;
  /** Of all orders. */
  total: number;
  /** The numbers of the orders whose receipt has not arrived, the latest first; the last hundred of them. */
  lost_receipts: string[];
};

/** One line of an order's history. */
export type OrderMoment = {
  /** ISO 8601, UTC; null where Stripe was not asked when. */
  at: string | null;
  kind:
    | 'began'
    | 'pending'
    | 'paid'
    | 'failed'
    | 'refund'
    | 'dispute'
    | 'warning'
    | 'event'
    | 'download'
    | 'blocked'
    | 'unblocked'
    | 'mail'
    | 'mail-lost';
  /** A few words for the owner. */
  says: string;
  /** How the shop learned of it, and by which events of Stripe's. */
  detail?: string | undefined;
};

/** 'none': nothing was sent, and nothing is going to be. Of several receipts it is that of the last. */
export type ReceiptState =
  'none' | 'waits' | 'sent' | 'delivered' | 'delayed' | 'refused' | 'unsure' | 'bounced' | 'spam';

export type ReceiptView = {
  state: ReceiptState;
  /** ISO 8601, UTC: since when it is so; null where nobody knows. */
  at: string | null;
  /** A sentence or two for the owner. */
  says: string;
  /** The number of the copy that can be sent next; null where the shop sends no mails, or has none to send. */
  next_copy: number | null;
};

/** GET /api/admin/orders/:number, POST /api/admin/find-order, POST /api/admin/orders/:number */
export type OrderDetail = OrderRow & {
  /** The buyer's key: never in an address, a log or a file. */
  session_id: string;
  payment_id: string | null;
  /** The payment at Stripe's dashboard; null for an order without one. */
  stripe_url: string | null;
  receipt: ReceiptView;
  /** Oldest first. */
  history: OrderMoment[];
};

/**
 * POST, so that a session id or an email address stands in no address. An order number or its last two groups,
 * a reference, the buyer's email address, a session or payment id.
 */
export const findOrderRequest = z.strictObject({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
});
export type FindOrderRequest = z.infer<typeof findOrderRequest>;
export type FindOrderResponse = {
  /** Of several orders of a buyer, or that share a reference, the newest. */
  order: OrderDetail | null;
  /** The numbers of the others, the newest first. */
  others: string[];
};

/** 'open' lifts a block; where there is none, it opens in spite of the refunds and disputes that are known. */
export const orderAccessRequest = z.strictObject({ access: z.enum(['blocked', 'open']) });
export type OrderAccessRequest = z.infer<typeof orderAccessRequest>;

/** POST /api/admin/orders/:number/receipt */
export const sendReceiptRequest = z.strictObject({
  /** `next_copy` as it was shown: the same wish twice, from two tabs or after a lost answer, is one mail. */
  copy: z.int().check(z.positive()),
  /** Without it, it goes to the address that Stripe has. */
  to: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('Not an email address'))),
  /** To who has reported a receipt as spam it goes only so. */
  anyway: z.optional(z.boolean()),
});
export type SendReceiptRequest = z.infer<typeof sendReceiptRequest>;
export type SendReceiptResponse = {
  /** 'spam': it was not sent, since its reader reported one as spam; `anyway` would send it. */
  outcome: 'sent' | 'failed' | 'spam';
  /** What happened, in a sentence or two for the owner. */
  says: string;
  /** The order as it is then. */
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

/** Money in minor units. */
export type SalesSum = { orders: number; amount: number; refunded: number };

/** GET /api/admin/sales?range= : by when the checkout began. */
export type SalesResponse = {
  range: SalesRange;
  /** The IANA name of the zone whose days and months these are. */
  time_zone: string;
  /** ISO 4217, upper case. */
  currency: string;
  total: SalesSum;
  /** Every product of the catalogue, and every other that was ever sold in the range. */
  products: { product_type: ProductType; name: string; sum: SalesSum }[];
  /** Oldest first, without gaps: a day ("2026-11-21") each, for 'all' a month ("2026-11"), of the last 24. */
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
  /** The orders that lacked something, by number. */
  healed: string[];
};
