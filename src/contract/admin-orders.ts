import type { ProductType } from './catalog.ts';
import type { PublicOrder } from './orders.ts';

// Amounts are in Stripe's minor units. Currencies are ISO 4217 in uppercase. Times are ISO 8601 in
// UTC. Days such as "2026-11-21" are in the shop's time zone.

/** `net` is `gross` less `refunded`, `disputed` and `tax`. Unpaid orders are not counted. */
export type OrderSums = {
  /** What buyers paid. */
  gross: number;
  refunded: number;
  /** What banks withdrew in disputes, without Stripe's fees. */
  disputed: number;
  /** The tax on the amount that was not refunded. */
  tax: number;
  net: number;
};

export type OrderRow = Omit<PublicOrder, 'stripe_session_id' | 'created_at'> & {
  /** "01F3-4AD8-A31F" */
  number: string;
  /** The last 8 characters of the session id. */
  reference: string;
  /** When the order was paid or, if it was not, when its checkout began. */
  sold_at: string;
  discount: number;
  /** The promotion code that the buyer used. */
  code: string | null;
  /** The tax that the buyer paid, included in `amount`. */
  paid_tax: number;
  /** The amount in the buyer's currency; null if the buyer paid in the shop's currency. */
  presented: { amount: number; currency: string } | null;
  /** The number of downloads. */
  fetched: number;
  /** The last day to refund an order that the buyer withdrew from; null if no refund is due. */
  refund_due_on: string | null;
} & Omit<OrderSums, 'gross'>;

/** GET /api/admin/orders?from=, where `from` is a position in the list (newest first). */
export type OrderPage = {
  orders: OrderRow[];
  /** The position where the next page begins; null on the last page. */
  next: number | null;
  /** The total number of orders. */
  total: number;
  waiting: {
    /**
     * Orders that buyers have withdrawn from and that are not fully refunded. `due_on` is the last
     * day to refund.
     */
    withdrawn: { number: string; guide_name: string; due_on: string }[];
  };
};

/** A search by email address or promotion code finds only the newest orders, up to this number. */
export const MAX_SEARCH_RESULTS = 50;

export type ReceiptOutcome = {
  /** 0 for the first receipt, then 1, 2 and so on for each time the owner sends it again. */
  copy: number;
  /** Whether it was sent to the buyer's email address in Stripe. */
  is_own: boolean;
  /** 'unknown': Resend didn't respond for a day. */
  outcome: 'sent' | 'refused' | 'unknown';
  at: string;
  /** The email's id at Resend or, if it was not sent, the reason. */
  detail: string;
};

/** GET /api/admin/orders/:number, and the response to POST /api/admin/orders/:number/access. */
export type OrderDetail = OrderRow & {
  /** The buyer's key. It must not appear in a URL, a log or a file. */
  session_id: string;
  /** The payment in Stripe's dashboard; null for a free order. */
  stripe_url: string | null;
  disputes: { status: string; amount: number; due_by: string | null }[];
  /** The owner's latest decision. */
  access: { is: OrderAccess; at: string } | null;
  withdrawn_at: string | null;
  /** When the buyer began to wait for a missing file; null if no file is missing. */
  awaits_files_since: string | null;
  /** Whether the buyer's data was removed. If so, the shop sends no more email about the order. */
  is_forgotten: boolean;
  files: { file_name: string; times: number; last_at: string }[];
  receipts: ReceiptOutcome[];
  /** Whether the first receipt has yet to be sent. */
  receipt_waits: boolean;
  /** The number to send as `copy` with the next receipt; null if the shop can't send one. */
  next_copy: number | null;
};

/** 'open' overrides an earlier 'blocked', earlier refunds and disputes, and a wrong amount. */
export type OrderAccess = 'blocked' | 'open';

/** POST /api/admin/orders/:number/receipt */
export type SendReceiptRequest = {
  /** The order's `next_copy`. Requests with the same number send only one email. */
  copy: number;
  /** Default: the buyer's email address in Stripe. */
  to?: string | undefined;
};
export type SendReceiptResponse = {
  /** 'later': Resend didn't accept it, so the shop will retry. 'busy': it is being sent now. */
  outcome: ReceiptOutcome['outcome'] | 'later' | 'busy';
  /** Resend's error. */
  reason?: string;
  order: OrderDetail;
};

export type ReportPeriod = 'this-month' | 'last-month' | 'last-12-months';

/** Sums in one currency. */
export type ReportSum = OrderSums & { currency: string; orders: number };

/** GET /api/admin/report. Orders and their refunds count toward the month of the payment. */
export type ReportResponse = {
  /** The first month, such as "2026-11". */
  from: string;
  /** The last month. */
  to: string;
  /** An IANA time zone name, such as 'America/New_York'. */
  time_zone: string;
  /** One for each product in each currency. */
  products: (ReportSum & { product_type: ProductType; name: string })[];
  /** One for each promotion code in each currency. */
  codes: (ReportSum & { code: string })[];
  /** One for each currency. */
  totals: ReportSum[];
  stripe_url: string;
};
