import * as z from 'zod/mini';
import { productTypeSchema } from './product-type.ts';

/** POST /api/create-payment */
export const createPaymentRequest = z.strictObject({ productType: productTypeSchema });

export type CreatePaymentRequest = z.infer<typeof createPaymentRequest>;
export type CreatePaymentResponse = {
  /** Stripe's hosted payment page for a session made for this buyer. */
  url: string;
};
