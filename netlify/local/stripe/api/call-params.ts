import * as z from 'zod';
import { REFUND_REASONS } from '../refunds.ts';
import { IN_INTENT, IN_SESSION, expandOf } from './expand.ts';
import { integer, pairs, textUpTo } from './params.ts';

/*
 * The parameters of each call and their limits (docs.stripe.com/api, github.com/stripe/openapi). Those of a new session
 * are in `checkout/session.ts`, and those of a webhook endpoint in `account-routes.ts`.
 */

const id = z.string().optional();

export const noParams = z.strictObject({});
export const intentParams = z.strictObject({ expand: expandOf(IN_INTENT) });
export const sessionParams = z.strictObject({ expand: expandOf(IN_SESSION) });

export const refundParams = z.strictObject({
  payment_intent: id,
  charge: id,
  amount: integer(1).optional(),
  reason: z.enum(REFUND_REASONS).optional(),
  metadata: pairs,
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

const at = integer(0).optional();

/** The parameters of every list: a page of objects after an id, within a time in Unix seconds. */
const listed = {
  limit: integer(1, 100).default(10),
  starting_after: id,
  created: z.strictObject({ gt: at, gte: at, lt: at, lte: at }).default({}),
};

export const plainList = z.strictObject(listed);

export const sessionList = z.strictObject({
  ...listed,
  payment_intent: id,
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string().toLowerCase() }).optional(),
  // The result is relative to one session of the list.
  expand: expandOf(IN_SESSION.map((path) => `data.${path}`)).transform((paths) =>
    paths.map((path) => path.slice('data.'.length)),
  ),
});

export const afterSaleList = z.strictObject({ ...listed, payment_intent: id, charge: id });

export const promotionCodeList = z.strictObject({
  ...listed,
  code: id,
  active: z.enum(['true', 'false']).optional(),
});

const MOST_TYPES = 20;

export const eventList = z.strictObject({
  ...listed,
  types: z.array(textUpTo(5000)).max(MOST_TYPES).optional(),
});
