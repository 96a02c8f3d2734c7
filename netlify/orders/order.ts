import { sendsMail } from '../platform/mail-policy.ts';
import type { Sale } from '../stripe/sale.ts';

/** Times are Unix seconds. */
export type AccessDecision = { readonly is: 'open' | 'blocked'; readonly at: number };

export type EmailOutcome = {
  /** 'unknown': Resend did not confirm in time whether it was sent. */
  readonly is: 'sent' | 'refused' | 'unknown';
  readonly at: number;
  /** The email's id at Resend, or the reason why it was not sent. */
  readonly detail: string;
};

export type ResentReceipt = EmailOutcome & {
  /** Numbered from 1 within each order. */
  readonly number: number;
  /** Whether it went to the buyer's own address. */
  readonly isOwn: boolean;
};

export type FetchCount = { readonly times: number; readonly lastAt: number };

export type Notes = {
  readonly access: AccessDecision | null;
  /** When a pending payment succeeded; null if the payment was never pending. */
  readonly settledAt: number | null;
  readonly withdrawnAt: number | null;
  /** When the buyer began to wait for a missing file; null if they aren't waiting. */
  readonly awaitsFilesSince: number | null;
  readonly receipt: EmailOutcome | null;
  readonly resentReceipts: readonly ResentReceipt[];
  /**
   * The key is the product id for the guide itself, and "{product id}/{file name}" for another
   * file.
   */
  readonly fetched: Readonly<Record<string, FetchCount>>;
  readonly isForgotten: boolean;
};

export type Order = Readonly<Sale & Notes & { sessionId: string }>;

export const NO_NOTES: Notes = {
  access: null,
  settledAt: null,
  withdrawnAt: null,
  awaitsFilesSince: null,
  receipt: null,
  resentReceipts: [],
  fetched: {},
  isForgotten: false,
};

export const hasEmail = ({ buyer }: Pick<Sale, 'buyer'>): boolean => sendsMail() && buyer !== null;

/**
 * When the payment succeeded; null if unpaid. Stripe dates a bank debit by when it began, days
 * before it succeeded.
 */
export const timeOfPayment = ({
  payment,
  paidAt,
  settledAt,
}: Pick<Order, 'payment' | 'paidAt' | 'settledAt'>): number | null =>
  payment === 'paid' ? (settledAt ?? paidAt) : null;

/** The time by which orders are sorted and assigned to months. */
export const timeOfSale = (
  order: Pick<Order, 'payment' | 'paidAt' | 'settledAt' | 'createdAt'>,
): number => timeOfPayment(order) ?? order.createdAt;
