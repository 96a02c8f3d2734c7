import * as z from 'zod';
import { REFUND_REASONS } from '../refunds.ts';
import { EXPANDABLE, expandOf } from './expand.ts';
import { plainList } from './list.ts';
import { integer, textUpTo } from './params.ts';

/*
 * The parameters of each call and their limits (docs.stripe.com/api, github.com/stripe/openapi). Those of a new session
 * are in `checkout/session.ts`, and those of a webhook endpoint in `account-routes.ts`.
 */

const id = z.string().optional();

export const noParams = z.strictObject({});
export const sessionParams = z.strictObject({ expand: expandOf(EXPANDABLE) });

export const refundParams = z.strictObject({
  payment_intent: z.string(),
  amount: integer(1).optional(),
  reason: z.enum(REFUND_REASONS).optional(),
});

const evidence = textUpTo(20_000).optional();

export const disputeParams = z.strictObject({
  evidence: z.strictObject({
    access_activity_log: evidence,
    customer_email_address: evidence,
    product_description: evidence,
    refund_policy_disclosure: evidence,
    service_date: evidence,
  }),
  submit: z.enum(['true']),
});

export const sessionList = plainList.extend({
  payment_intent: id,
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string().toLowerCase() }).optional(),
  // The result is relative to one session of the list.
  expand: expandOf(EXPANDABLE.map((path) => `data.${path}`)).transform((paths) =>
    paths.map((path) => path.slice('data.'.length)),
  ),
});

export const afterSaleList = plainList.extend({ payment_intent: id, charge: id });

export const promotionCodeList = plainList.extend({
  code: id,
  active: z.enum(['true', 'false']).optional(),
});

const MOST_TYPES = 20;

export const eventList = plainList.extend({
  types: z.array(textUpTo(5000)).max(MOST_TYPES).optional(),
});
