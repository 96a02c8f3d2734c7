import type { Product, ProductType } from './catalog.ts';

/** 'blocked': the owner blocked downloads. */
export type OrderStatus = 'pending' | 'paid' | 'failed' | 'refunded' | 'disputed' | 'blocked';

/** An order as anyone with its session id may see it, without an email address, a name or a payment id. */
export type PublicOrder = {
  stripe_session_id: string;
  status: OrderStatus;
  /** Minor units: cents for USD. */
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
  product_type: ProductType;
  guide_name: string;
  /** When the checkout session was created, as ISO 8601 in UTC. */
  created_at: string;
};

export type DownloadFile = {
  /** Has a ticket that is valid for a day. */
  downloadUrl: string;
  fileName: string;
};

/** POST /api/create-payment */
export type CreatePaymentResponse = {
  /** Stripe's hosted payment page of a new session. */
  url: string;
};

/** POST /api/verify-payment */
export type VerifyPaymentResponse = {
  /** 'unpaid': the session has no order, since it is open, expired or unknown. */
  status: OrderStatus | 'unpaid';
  order: PublicOrder | null;
  /** Whether the shop sends email and has an address for this order. */
  hasEmail?: boolean;
  /** Whether the buyer's address has an earlier order with the same files. Absent if files are requested. */
  isRepeated?: boolean;
  /** The last day on which the buyer can withdraw, as in "December 8, 2026". */
  withdrawable?: string;
} & Partial<OrderFiles>;

/** POST /api/secure-file-access */
export type OrderFiles = { files: DownloadFile[] };

/** GET /api/orders */
export type OrdersResponse = {
  /** The paid order of the session, or null. */
  order: PublicOrder | null;
};

/** GET /api/products */
export type ProductsResponse = {
  products: Pick<Product, 'id' | 'name' | 'product_type' | 'is_active'>[];
};

/** The specification's words for a paid order's files. */
export const READY = 'Your Guide is Ready!';

/** The specification's words for refusals: for an address without a session. */
export const NO_SESSION = {
  heading: 'Access denied',
  text: 'No valid session found. Please complete your purchase first.',
};

/** For a session without a paid order. */
export const NO_PURCHASE = {
  heading: 'Access denied',
  text: 'No valid purchase found. Please complete your payment first.',
};

/** For an order that the shop cannot check. */
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

/** What buyers read of their orders: the fields of content/orders.md. */
export type OrderWords = Readonly<Record<OrderStatus | 'notSeen' | 'brokenLink', StateWords>> & {
  /** Above the files of a paid order, below the specification's heading. */
  readonly ready: Sentences;
};

/** The sentences of a state. `hasEmail` is that of the order; if it is not known, neither promise is among them. */
export const textOf = (
  { text, withMail, withoutMail }: Sentences,
  hasEmail: boolean | undefined,
): string =>
  [text, hasEmail === true && withMail, hasEmail === false && withoutMail]
    .filter(Boolean)
    .join(' ');
