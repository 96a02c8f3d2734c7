import * as z from 'zod';
import { expand, flag, integer, metadata, text, textUpTo, webAddress } from '../api/params.ts';
import { MINIMUM_AMOUNTS } from '../money.ts';

/** Eight digits, whatever the currency. */
const MOST_AMOUNT = 99_999_999;

const LOCALES =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  );

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
      description: textUpTo(40_000).optional(),
      images: z.array(webAddress).max(8).optional(),
      metadata: metadata.optional(),
      tax_code: text.optional(),
    }),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
  quantity: integer.refine((quantity) => quantity >= 1, 'must be 1 or more').default(1),
});

const enabled = z.strictObject({ enabled: flag }).optional();
const message = z.strictObject({ message: textUpTo(1200) }).optional();

/** Change how Stripe's page looks or what it asks, but not what is paid: have no effect here. */
const presentation = {
  adaptive_pricing: enabled,
  allow_promotion_codes: flag.optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  custom_text: z
    .strictObject({ after_submit: message, submit: message, terms_of_service_acceptance: message })
    .optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  invoice_creation: enabled,
  phone_number_collection: enabled,
};

/**
 * What a payment session may be made with, by the bounds that Stripe publishes. A parameter that would change
 * the sum, such as `discounts` or `shipping_options`, is unknown here rather than silently without effect.
 */
export const sessionParams = z.strictObject({
  mode: z.enum(['payment']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  metadata: metadata.default({}),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.default({}),
      description: textUpTo(1000).optional(),
      receipt_email: text.optional(),
      statement_descriptor: textUpTo(22).optional(),
      statement_descriptor_suffix: textUpTo(22).optional(),
    })
    .optional(),
  client_reference_id: textUpTo(200).optional(),
  customer_email: z.email().optional(),
  expires_at: integer.optional(),
  payment_method_types: z
    .array(z.enum(['card', 'us_bank_account']))
    .min(1)
    .optional(),
  locale: z.enum(LOCALES).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  expand,
  ui_mode: z.enum(['hosted_page']).optional(),
  ...presentation,
});

export type SessionParams = z.infer<typeof sessionParams>;
