import * as z from 'zod';
import { integer, metadata, textUpTo, webAddress } from '../api/params.ts';
import { MINIMUM_AMOUNTS } from '../money.ts';

/** Eight digits, whatever the currency. */
const MOST_AMOUNT = 99_999_999;

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.string().refine((currency) => MINIMUM_AMOUNTS.has(currency.toLowerCase()), {
      error: 'not a currency that the stand-in knows',
    }),
    unit_amount: integer.refine((amount) => amount >= 0 && amount <= MOST_AMOUNT, {
      error: `must be from 0 to ${MOST_AMOUNT}`,
    }),
    product_data: z.strictObject({
      name: textUpTo(250),
    }),
  }),
  quantity: integer.refine((quantity) => quantity >= 1, 'must be 1 or more').default(1),
});

/**
 * What the shop makes a payment session with, by the bounds that Stripe publishes. Every other parameter is
 * unknown here rather than silently without effect.
 */
export const newSessionParams = z.strictObject({
  mode: z.enum(['payment']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  metadata: metadata.default({}),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.default({}),
    })
    .optional(),
});

export type SessionParams = z.infer<typeof newSessionParams>;
