import * as z from 'zod/mini';
import type { ProductType } from './catalogue.ts';
import { SESSION_ID } from './order-number.ts';

export const sessionIdSchema = z.string().check(z.regex(SESSION_ID));

/** POST /api/verify-payment */
export const verifyPaymentRequest = z.strictObject({
  sessionId: sessionIdSchema,
  /** Whether the answer shall hold the files of a paid order too. */
  files: z.optional(z.boolean()),
});

export type VerifyPaymentRequest = z.infer<typeof verifyPaymentRequest>;

/** GET /api/orders */
export const ordersQuery = z.strictObject({ session_id: sessionIdSchema });

/** 'blocked': closed by the owner. */
export type OrderStatus = 'pending' | 'paid' | 'failed' | 'refunded' | 'disputed' | 'blocked';

/** An order as others may see it: never an e-mail address, a name or a payment id. */
export type PublicOrder = {
  stripe_session_id: string;
  status: OrderStatus;
  /** Minor units: cents for USD. */
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
  product_type: ProductType;
  guide_name: string;
  /** ISO 8601, UTC: when the checkout session was made. */
  created_at: string;
};

export type DownloadFile = {
  /** Carries a ticket that is valid for minutes; ask again for a fresh one. */
  downloadUrl: string;
  fileName: string;
};

export type OrderFiles = { files: DownloadFile[] };

export type VerifyPaymentResponse = {
  /** 'unpaid' stands for every session that has no order: open, expired or unknown. */
  status: OrderStatus | 'unpaid';
  order: PublicOrder | null;
} & Partial<OrderFiles>;

export type OrdersResponse = {
  /** The paid order of the session, or null. */
  order: PublicOrder | null;
};
