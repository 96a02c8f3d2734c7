import * as z from 'zod';
import { expand, integer, metadata, text, webAddress } from '../api/params.ts';

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z.string().regex(/^[a-zA-Z]{3}$/, 'not a currency code'),
    unit_amount: integer.refine((amount) => amount >= 0, 'must not be negative'),
    product_data: z.strictObject({
      name: text,
      description: text.optional(),
      images: z.array(webAddress).max(8).optional(),
      metadata: metadata.optional(),
      tax_code: text.optional(),
    }),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
  quantity: integer.refine((quantity) => quantity >= 1, 'must be 1 or more').default(1),
});

/** Change how Stripe's page looks or what it asks, but not what is paid: have no effect here. */
const PRESENTATION = [
  'adaptive_pricing allow_promotion_codes billing_address_collection branding_settings',
  'consent_collection currency custom_text customer_creation integration_identifier',
  'invoice_creation origin_context payment_method_options phone_number_collection wallet_options',
].flatMap((names) => names.split(' '));

/**
 * What a payment session may be made with. A parameter that would change the sum, such as
 * `discounts` or `shipping_options`, is unknown here rather than silently without effect.
 */
export const sessionParams = z.strictObject({
  mode: z.enum(['payment']),
  line_items: z.array(lineItem).min(1),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  metadata: metadata.default({}),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.default({}),
      description: text.optional(),
      receipt_email: text.optional(),
      statement_descriptor: text.optional(),
      statement_descriptor_suffix: text.optional(),
    })
    .optional(),
  client_reference_id: text.optional(),
  customer_email: z.email().optional(),
  expires_at: integer.optional(),
  payment_method_types: z.array(text).min(1).optional(),
  locale: text.optional(),
  submit_type: text.optional(),
  expand,
  ui_mode: z.enum(['hosted_page']).optional(),
  ...Object.fromEntries(PRESENTATION.map((name) => [name, z.unknown().optional()])),
});

export type SessionParams = z.infer<typeof sessionParams>;
