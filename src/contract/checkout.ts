import * as z from 'zod/mini';

const ERROR =
  'Use lower-case letters, digits and underscores, as in "bundle" or "individual_guide_6_10".';

/** The type of a product that is, or was, for sale: a key of the catalogue. */
export const productTypeSchema = z
  .string({ error: ERROR })
  .check(z.regex(/^[a-z0-9_]{1,64}$/, { error: ERROR }));

/** POST /api/create-payment */
export const createPaymentRequest = z.strictObject({
  productType: productTypeSchema,
  /** As in the link that led the buyer to the shop; '' for none. */
  code: z.optional(z.string()),
});

export type CreatePaymentRequest = z.infer<typeof createPaymentRequest>;
export type CreatePaymentResponse = {
  /** Stripe's hosted payment page of a new session. */
  url: string;
};
