import { sendsMail } from '../platform/mail-policy.ts';
import type { Sale } from '../stripe/sale.ts';

/** The owner's decision about an order's downloads. Times are Unix seconds. */
export type AccessDecision = { readonly is: 'open' | 'blocked'; readonly at: number };

export type EmailOutcome = {
  /** 'unknown': for too long, Resend did not confirm whether it was sent. */
  readonly is: 'sent' | 'refused' | 'unknown';
  readonly at: number;
  /** The email's id at Resend, or the reason. */
  readonly detail: string;
};

/** A receipt that the owner sent again. */
export type ResentReceipt = EmailOutcome & {
  /** Counts from 1 for each order. */
  readonly number: number;
  /** Whether it went to the address that Stripe has. */
  readonly isOwn: boolean;
};

export type FetchCount = { readonly times: number; readonly lastAt: number };

/** What the shop itself knows about an order, besides what Stripe reports. */
export type Notes = {
  readonly access: AccessDecision | null;
  /** When the buyer withdrew. */
  readonly withdrawnAt: number | null;
  readonly receipt: EmailOutcome | null;
  /** In the order of their numbers. */
  readonly resentReceipts: readonly ResentReceipt[];
  /** By product id, how often and when its file was fetched. */
  readonly fetched: Readonly<Record<string, FetchCount>>;
  /** Whether the buyer's data was removed. */
  readonly isForgotten: boolean;
};

export type Order = Readonly<Sale & Notes & { sessionId: string }>;

export const NO_NOTES: Notes = {
  access: null,
  withdrawnAt: null,
  receipt: null,
  resentReceipts: [],
  fetched: {},
  isForgotten: false,
};

/**
 * Whether the shop can send the buyer email. Stripe may have no address, and a forgotten buyer has
 * none.
 */
export const hasEmail = ({ buyer }: Pick<Sale, 'buyer'>): boolean => sendsMail() && buyer !== null;

/**
 * The time by which orders are listed and counted: the payment, or the start of an unpaid checkout.
 */
export const timeOfSale = ({ paidAt, createdAt }: Pick<Sale, 'paidAt' | 'createdAt'>): number =>
  paidAt ?? createdAt;
