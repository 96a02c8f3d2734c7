import * as z from 'zod';
import { REFUND_REASONS } from '../refunds.ts';
import { listParams } from './list.ts';
import { expand, integer, metadata, text } from './params.ts';

/*
 * What each call may be made with, by what Stripe publishes (docs.stripe.com/api, github.com/stripe/openapi). A
 * session's parameters are in `checkout/session-params.ts`, a webhook endpoint's in `account-routes.ts`.
 */

export const retrieveParams = z.strictObject({ expand });

export const refundParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(REFUND_REASONS).optional(),
  metadata: metadata.optional(),
  expand,
});

export const sessionList = z.strictObject({
  ...listParams,
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string().toLowerCase() }).optional(),
});

export const afterSaleList = z.strictObject({
  ...listParams,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});

export const eventList = z
  .strictObject({
    ...listParams,
    /** May hold the wildcard, as in `charge.*`. */
    type: text.optional(),
    types: z.array(text).max(20).optional(),
    delivery_success: z.enum(['true', 'false']).optional(),
  })
  .refine(({ type, types }) => type === undefined || types === undefined, {
    error: 'You may only specify one of these parameters: type, types.',
    params: { code: 'parameters_exclusive' },
  });
