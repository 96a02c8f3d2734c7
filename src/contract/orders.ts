import type { Product, ProductType } from './catalog.ts';
import { inSentence } from './product-name.ts';

export type OrderStatus =
  | 'pending'
  | 'paid'
  | 'failed'
  /** The amount paid differs from the price. */
  | 'unmatched'
  | 'refunded'
  | 'disputed'
  | 'blocked';

/** Anyone with the session id can read this, so it has no email address, name or payment id. */
export type PublicOrder = {
  stripe_session_id: string;
  status: OrderStatus;
  /** In Stripe's minor units: cents for USD. */
  amount: number;
  /** ISO 4217 in uppercase. */
  currency: string;
  product_type: ProductType;
  guide_name: string;
  /** When the checkout session was created: ISO 8601 in UTC. */
  created_at: string;
};

export type DownloadFile = {
  /** Valid for a day. */
  downloadUrl: string;
  fileName: string;
  /** What buyers see: "PDF", "Large print". */
  label: string;
  /** In bytes. */
  size: number;
  /** Whether it is another version of the guide or an extra. Default: false. */
  isExtra?: boolean;
};

/** POST /api/create-payment */
export type CreatePaymentResponse = {
  /** Stripe's hosted payment page. */
  url: string;
};

/** POST /api/verify-payment */
export type VerifyPaymentResponse = {
  /** 'unpaid': the session is open, expired or unknown. */
  status: OrderStatus | 'unpaid';
  order: PublicOrder | null;
  /** Whether the shop sends email and has an address for this order. */
  hasEmail?: boolean;
  /** The last day to withdraw: "December 8, 2026". */
  withdrawable?: string;
  /** The day on which the buyer withdrew: "December 1, 2026". Omitted after the refund. */
  withdrawn?: string;
  /**
   * Why a paid order has no files: none is uploaded yet, or none of its products is active. Omitted
   * while the file store is down.
   */
  fileState?: 'preparing' | 'unavailable';
  /** The names of the order's products whose files the owner has not uploaded yet. */
  preparing?: string[];
} & Partial<OrderFiles>;

/** POST /api/secure-file-access */
export type OrderFiles = { files: DownloadFile[] };

/** GET /api/orders */
export type OrdersResponse = {
  order: PublicOrder | null;
};

/** GET /api/products */
export type ProductsResponse = {
  products: Pick<Product, 'id' | 'name' | 'product_type' | 'is_active'>[];
};

export const READY = 'Your Guide is Ready!';

export const NO_SESSION = {
  heading: 'Access denied',
  text: 'No valid session found. Please complete your purchase first.',
};

export const NO_PURCHASE = {
  heading: 'Access denied',
  text: 'No valid purchase found. Please complete your payment first.',
};

export const UNVERIFIED = {
  heading: 'Verification failed',
  text: 'Unable to verify your purchase. Please contact support.',
};

export type Sentences = {
  readonly text: string;
  readonly withMail?: string | undefined;
  readonly withoutMail?: string | undefined;
};
type StateWords = Sentences & { readonly heading: string };

/** States of a paid order that has no files, or that the buyer has withdrawn from. */
type PaidState = 'preparing' | 'unavailable' | 'withdrawn';

/** content/orders.md: what buyers read about their orders. */
export type OrderWords = Readonly<
  Record<OrderStatus | PaidState | 'notSeen' | 'brokenLink', StateWords>
> & {
  /** Shown above the files of a paid order. */
  readonly ready: Sentences;
  /** Shown while the page keeps checking after a failed or slow check. */
  readonly delayed: Sentences;
};

/** If `hasEmail` is undefined, adds neither `withMail` nor `withoutMail`. */
export const textOf = (
  { text, withMail, withoutMail }: Sentences,
  hasEmail: boolean | undefined,
): string =>
  [text, hasEmail === true && withMail, hasEmail === false && withoutMail]
    .filter(Boolean)
    .join(' ');

/**
 * A note about products whose files the owner has not uploaded yet.
 *
 *     stillPreparing(['Our Set'], true) // "We’re still preparing Our Set. We’ll email you as ..."
 */
export const stillPreparing = (names: readonly string[], hasEmail: boolean): string => {
  // Not created at the top level, because that takes 14 ms and would delay every function's start.
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
  const fact = `We’re still preparing ${list.format(names.map(inSentence))}.`;
  if (!hasEmail) return fact;
  return `${fact} We’ll email you as soon as ${names.length === 1 ? 'it’s' : 'they’re'} ready.`;
};
