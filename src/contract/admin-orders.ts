import * as z from 'zod/mini';
import type { ProductType } from './catalogue.ts';
import type { OrderStatus } from './orders.ts';

/** Amounts are in Stripe's minor units. Times are ISO 8601 in UTC, and days are "2026-11-21" in the shop's time zone. */

/** An order in the owner's list. */
export type OrderRow = {
  /** As in "01F3-4AD8-A31F". Nobody can derive the buyer's key from it. */
  number: string;
  /** The last 8 characters of the session id, which the buyer's pages show. */
  reference: string;
  /** When it was paid, or else when its checkout began. */
  sold_at: string;
  product_type: ProductType;
  guide_name: string;
  amount: number;
  /** The promotion code's discount. */
  discount: number;
  /** The tax in the amount. */
  tax: number;
  /** The amount in the currency of a buyer abroad; null for the shop's own currency. */
  presented: { amount: number; currency: string } | null;
  refunded: number;
  /** ISO 4217, upper case. */
  currency: string;
  status: OrderStatus;
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
  waiting: WaitingOrders;
};

/** The orders that wait for the owner. */
export type WaitingOrders = {
  /** Withdrawn, and not refunded yet. `due_on` is the last day to refund. */
  withdrawn: { number: string; guide_name: string; due_on: string }[];
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

/** GET /api/admin/orders/:number, and the answer to every POST about an order. */
export type OrderDetail = OrderRow & {
  /** The buyer's key, which must not appear in an address, a log or a file. */
  session_id: string;
  /** The payment in Stripe's dashboard; null for an order without one. */
  stripe_url: string | null;
  disputes: { status: string; due_by: string | null }[];
  /** The owner's last decision. */
  access: { is: 'open' | 'blocked'; at: string } | null;
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

/**
 * POST /api/admin/find-order, so that no session id or email address is in a URL. The query is an order number or its
 * end, a reference, the buyer's email address, a session id or a payment id.
 */
export const findOrderRequest = z.strictObject({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});
export type FindOrderResponse = {
  /** Newest first. */
  orders: OrderRow[];
};

/** POST /api/admin/orders/:number/access. 'open' overrides a block, and the refunds and disputes so far. */
export const orderAccessRequest = z.strictObject({ access: z.enum(['blocked', 'open']) });
export type OrderAccess = z.infer<typeof orderAccessRequest>['access'];

/** POST /api/admin/orders/:number/receipt */
export const sendReceiptRequest = z.strictObject({
  /** `next_copy` as the page showed it, so that two tabs or a lost answer send one email. */
  copy: z.int().check(z.positive()),
  /** The address; by default the one that Stripe has. */
  to: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('Not an email address'))),
});
export type SendReceiptRequest = z.infer<typeof sendReceiptRequest>;
export type SendReceiptResponse = {
  /** 'later': the email service didn't accept it yet, and the shop tries again. 'busy': it is being sent. */
  outcome: 'sent' | 'refused' | 'unknown' | 'later' | 'busy';
  /** Why it was not sent; the email service's own words. */
  reason?: string;
  order: OrderDetail;
};

/** GET /api/admin/orders */
export const ordersPageQuery = z.strictObject({
  from: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

/** A month "2026-11" or a year "2026", in the shop's time zone. */
const period = z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'A month or a year'));

/** GET /api/admin/orders.csv?period= */
export const exportQuery = z.strictObject({ period });

/** GET /api/admin/report */
export const reportQuery = z.strictObject({
  period: z.enum(['this-month', 'last-month', 'last-12-months']),
});
export type ReportPeriod = z.infer<typeof reportQuery>['period'];

/** Money of one currency. `net` is `gross` less `refunded` and `tax`. */
export type ReportSum = {
  /** ISO 4217, upper case. */
  currency: string;
  orders: number;
  gross: number;
  refunded: number;
  tax: number;
  net: number;
};

/** The sales of a period. An order and its refunds count on the day when it was paid. */
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
