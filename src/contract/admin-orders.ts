import type { ProductType } from './catalog.ts';
import type { PublicOrder } from './orders.ts';

// Amounts are in Stripe's minor units, currencies ISO 4217 in upper case. Times are ISO 8601 in UTC, and days are
// "2026-11-21" in the shop's time zone.

/** An order in the owner's list. */
export type OrderRow = Omit<PublicOrder, 'stripe_session_id' | 'created_at'> & {
  /** As in "01F3-4AD8-A31F". */
  number: string;
  /** The last 8 characters of the session id, which the buyer's pages show. */
  reference: string;
  /** When it was paid, or else when its checkout began. */
  sold_at: string;
  /** The promotion code's discount. */
  discount: number;
  /** The tax in the amount. */
  tax: number;
  /** The amount in the currency of a buyer abroad; null for the shop's own currency. */
  presented: { amount: number; currency: string } | null;
  refunded: number;
  /** How often its files were fetched. */
  fetched: number;
};

/** GET /api/admin/orders?from= : newest first, from a position in the list on. */
export type OrderPage = {
  orders: OrderRow[];
  /** The start of the next page; null on the last page. */
  next: number | null;
  /** Of all orders. */
  total: number;
  /** The orders that wait for the owner. */
  waiting: {
    /** Withdrawn, and not refunded yet. `due_on` is the last day to refund. */
    withdrawn: { number: string; guide_name: string; due_on: string }[];
  };
};

/** A receipt that was sent, or could not be. */
export type ReceiptOutcome = {
  /** 0 for the order's own; the owner's copies count from 1. */
  copy: number;
  /** Whether it went to the address that Stripe has. */
  is_own: boolean;
  /** 'unknown': the email service didn't respond for a day. */
  outcome: 'sent' | 'refused' | 'unknown';
  at: string;
  /** The email's id at Resend, or the reason. */
  detail: string;
};

/** GET /api/admin/orders/:number, and the answer to POST /access. */
export type OrderDetail = OrderRow & {
  /** The buyer's key, which must not appear in an address, a log or a file. */
  session_id: string;
  /** The payment in Stripe's dashboard; null for an order without one. */
  stripe_url: string | null;
  disputes: { status: string; due_by: string | null }[];
  /** The owner's last decision. */
  access: { is: OrderAccess; at: string } | null;
  withdrawn_at: string | null;
  /** The last day to refund a withdrawal; null if no money is due. */
  refund_due_on: string | null;
  files: { file_name: string; times: number; last_at: string }[];
  receipts: ReceiptOutcome[];
  /** Whether the order's own receipt is still to be sent. */
  receipt_waits: boolean;
  /** The number of the next copy; null if the shop sends no email, or the order is not paid. */
  next_copy: number | null;
};

/** 'open' overrides a block, and the refunds and disputes so far. */
export type OrderAccess = 'blocked' | 'open';

/** POST /api/admin/orders/:number/receipt */
export type SendReceiptRequest = {
  /** `next_copy` as the page showed it, so that two tabs or a lost answer send one email. */
  copy: number;
  /** The address; by default the one that Stripe has. */
  to?: string | undefined;
};
export type SendReceiptResponse = {
  /** 'later': the email service didn't accept it yet, and the shop tries again. 'busy': it is being sent. */
  outcome: ReceiptOutcome['outcome'] | 'later' | 'busy';
  /** Why it was not sent; the email service's own words. */
  reason?: string;
  order: OrderDetail;
};

export type ReportPeriod = 'this-month' | 'last-month' | 'last-12-months';

/** Money of one currency. `net` is `gross` less `refunded` and `tax`. */
export type ReportSum = {
  currency: string;
  orders: number;
  gross: number;
  refunded: number;
  tax: number;
  net: number;
};

/** GET /api/admin/report: the sales of a period. An order and its refunds count on the day when it was paid. */
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
  /** The payments in Stripe's dashboard. */
  stripe_url: string;
};
