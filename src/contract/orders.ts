import * as z from 'zod/mini';
import type { Product, ProductType } from './catalogue.ts';
import { SESSION_ID } from './order-number.ts';

const sessionIdSchema = z.string().check(z.regex(SESSION_ID));

/** POST /api/verify-payment */
export const verifyPaymentRequest = z.strictObject({
  sessionId: sessionIdSchema,
  /** Whether to return the files of a paid order too. */
  files: z.optional(z.boolean()),
});

export type VerifyPaymentRequest = z.infer<typeof verifyPaymentRequest>;

/** GET /api/orders */
export const ordersQuery = z.strictObject({ session_id: sessionIdSchema });

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

/** The answer of POST /api/secure-file-access too. */
export type OrderFiles = { files: DownloadFile[] };

export type VerifyPaymentResponse = {
  /** 'unpaid': the session has no order, since it is open, expired or unknown. */
  status: OrderStatus | 'unpaid';
  order: PublicOrder | null;
  /** Whether the shop sends email and has an address for this order. */
  hasEmail?: boolean;
  /** Whether the buyer's address has an earlier order with the same files. Not said with `files`. */
  isRepeated?: boolean;
  /** The last day on which the buyer can withdraw, as in "December 8, 2026". */
  withdrawable?: string;
} & Partial<OrderFiles>;

export type OrdersResponse = {
  /** The paid order of the session, or null. */
  order: PublicOrder | null;
};

/** GET /api/products */
export type ProductsResponse = {
  products: Pick<Product, 'id' | 'name' | 'product_type' | 'is_active'>[];
};

/** POST /api/secure-file-access */
export const fileAccessRequest = z.strictObject({
  product_id: z.string().check(z.minLength(1), z.maxLength(64)),
  session_id: sessionIdSchema,
});

export type FileAccessRequest = z.infer<typeof fileAccessRequest>;
