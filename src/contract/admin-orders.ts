import type { ProductType } from './catalog.ts';
import type { PublicOrder } from './orders.ts';

// Amounts are in Stripe's minor units. Currencies are ISO 4217 in upper case. Times are ISO 8601 in
// UTC, and days are "2026-11-21" in the shop's time zone.

/** `net` is `gross` less `refunded`, `disputed` and `tax`. An unpaid order adds nothing to them. */
export type OrderSums = {
  /** What buyers paid. */
  gross: number;
  refunded: number;
  /** What banks took in disputes, without Stripe's fees. */
  disputed: number;
  /** The tax on what was not refunded. */
  tax: number;
  net: number;
};

export type OrderRow = Omit<PublicOrder, 'stripe_session_id' | 'created_at'> & {
  /** "01F3-4AD8-A31F" */
  number: string;
  /** The last 8 characters of the session id. */
  reference: string;
  /** When it was paid; if it was not, when its checkout began. */
  sold_at: string;
  discount: number;
  /** The promotion code that the buyer used. */
  code: string | null;
  /** What the buyer paid in tax, as a part of `amount`. */
  paid_tax: number;
  /** The amount in the buyer's currency; null if the buyer paid in the shop's currency. */
  presented: { amount: number; currency: string } | null;
  /** The number of downloads. */
  fetched: number;
  /** The last day to refund a withdrawal; null if no money is due. */
  refund_due_on: string | null;
} & Omit<OrderSums, 'gross'>;

/** GET /api/admin/orders?from=, where `from` is a position in the list, newest first. */
export type OrderPage = {
  orders: OrderRow[];
  /** The position of the next page; null on the last page. */
  next: number | null;
  /** The total number of orders. */
  total: number;
  waiting: {
    /** Not refunded yet. `due_on` is the last day to refund. */
    withdrawn: { number: string; guide_name: string; due_on: string }[];
  };
};

/** A search finds at most this many orders, the newest first. */
export const MAX_SEARCH_RESULTS = 50;

export type ReceiptOutcome = {
  /** 0 for the first receipt. Receipts that the owner sent again count from 1. */
  copy: number;
  /** Whether it was sent to the address at Stripe. */
  is_own: boolean;
  /** 'unknown': Resend didn't respond for a day. */
  outcome: 'sent' | 'refused' | 'unknown';
  at: string;
  /** The email's id at Resend, or the reason. */
  detail: string;
};

/** GET /api/admin/orders/:number, and the response to POST /access. */
export type OrderDetail = OrderRow & {
  /** The buyer's key. It must not appear in a URL, a log or a file. */
  session_id: string;
  /** The payment in Stripe's dashboard; null for a free order. */
  stripe_url: string | null;
  disputes: { status: string; amount: number; due_by: string | null }[];
  /** The owner's latest decision. */
  access: { is: OrderAccess; at: string } | null;
  withdrawn_at: string | null;
  /** When the buyer began to wait for a file that is not uploaded; null if they don't wait. */
  awaits_files_since: string | null;
  /** Whether the buyer's data was removed. The shop sends no more email about the order. */
  is_forgotten: boolean;
  files: { file_name: string; times: number; last_at: string }[];
  receipts: ReceiptOutcome[];
  /** Whether the first receipt is still to be sent. */
  receipt_waits: boolean;
  /** The number to send as `copy` with the next receipt; null if the shop can't send one. */
  next_copy: number | null;
};

/** 'open' overrides an earlier 'blocked' and all earlier refunds and disputes. */
export type OrderAccess = 'blocked' | 'open';

/** POST /api/admin/orders/:number/receipt */
export type SendReceiptRequest = {
  /** The order's `next_copy`. Two tabs, or a repeated request, then send only one email. */
  copy: number;
  /** Default: the address at Stripe. */
  to?: string | undefined;
};
export type SendReceiptResponse = {
  /** 'later': Resend didn't accept it, and the shop tries again. 'busy': it is being sent. */
  outcome: ReceiptOutcome['outcome'] | 'later' | 'busy';
  /** Resend's error. */
  reason?: string;
  order: OrderDetail;
};

export type ReportPeriod = 'this-month' | 'last-month' | 'last-12-months';

/** Sums in one currency. */
export type ReportSum = OrderSums & { currency: string; orders: number };

/** GET /api/admin/report. An order and its refunds count on the day when the order was paid. */
export type ReportResponse = {
  /** The first month, "2026-11". */
  from: string;
  /** The last month. */
  to: string;
  /** An IANA name. */
  time_zone: string;
  /** One for each product in each currency. */
  products: (ReportSum & { product_type: ProductType; name: string })[];
  /** One for each promotion code in each currency. */
  codes: (ReportSum & { code: string })[];
  /** One for each currency. */
  totals: ReportSum[];
  stripe_url: string;
};
