import * as z from 'zod/mini';

const ERROR =
  'Use lower-case letters, digits and underscores, as in "bundle" or "individual_guide_6_10".';

/** The type of a product that is, or was, for sale: a key of the catalogue. */
export const productTypeSchema = z
  .string({ error: ERROR })
  .check(z.regex(/^[a-z0-9_]{1,64}$/, { error: ERROR }));

/** As Stripe writes promotion codes (docs.stripe.com/api/promotion_codes/object). */
const CODE = /^[A-Za-z0-9-]{1,100}$/;

/**
 * The promotion code in what a link or a person brought, without the spaces, invisible characters and full stop that
 * came along; '' for anything that cannot be one.
 *
 *     promotionCode(' SPRING.')  // 'SPRING'
 */
export const promotionCode = (given: string): string => {
  const code = given.replaceAll(/[\s\u00AD\u200B-\u200D\u2060.,;:!?]+/g, '');
  return CODE.test(code) ? code : '';
};

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
