import Stripe from 'stripe';
import * as z from 'zod';
import { isLoopback } from '../../../env.ts';
import { badRequest } from '../errors.ts';
import { REFUND_REASONS } from '../refunds.ts';
import { IN_INTENT, IN_SESSION, expandOf } from './expand.ts';
import { inWords, integer, pairs, textUpTo, webAddress } from './params.ts';

/*
 * The parameters of each call and their limits (docs.stripe.com/api, github.com/stripe/openapi). Those of a new session
 * are in `checkout/session.ts`.
 */

const optionalId = z.string().optional();

export const noParams = z.strictObject({});
export const intentParams = z.strictObject({ expand: expandOf(IN_INTENT) });
export const sessionParams = z.strictObject({ expand: expandOf(IN_SESSION) });

export const refundParams = z.strictObject({
  payment_intent: optionalId,
  charge: optionalId,
  amount: integer(1).optional(),
  reason: z.enum(REFUND_REASONS).optional(),
  metadata: pairs,
});

const at = integer(0).optional();

/** The parameters of every list: a page of objects after an id, within a time in Unix seconds. */
export const plainList = z.strictObject({
  limit: integer(1, 100).default(10),
  starting_after: optionalId,
  created: z.strictObject({ gt: at, gte: at, lt: at, lte: at }).default({}),
});

export const sessionList = plainList.extend({
  payment_intent: optionalId,
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string().toLowerCase() }).optional(),
  // The result is relative to one session of the list.
  expand: expandOf(IN_SESSION.map((path) => `data.${path}`)).transform((paths) =>
    paths.map((path) => path.slice('data.'.length)),
  ),
});

export const afterSaleList = plainList.extend({ payment_intent: optionalId, charge: optionalId });

export const promotionCodeList = plainList.extend({
  code: optionalId,
  active: z.enum(['true', 'false']).optional(),
});

const MOST_TYPES = 20;

export const eventList = plainList.extend({
  types: z.array(textUpTo(5000)).max(MOST_TYPES).optional(),
});

/** `*` alone, or the name of an event: Stripe refuses `charge.*`. */
const EVENT_NAME = /^(\*|[a-z_]+(\.[a-z_]+)+)$/;

const endpointFields = {
  url: webAddress.refine(
    (url) => !isLoopback(new URL(url)),
    inWords('Invalid URL: URL must be publicly accessible.', 'url_invalid'),
  ),
  enabled_events: z.array(z.string().regex(EVENT_NAME, 'must be a valid event type')).min(1),
};

export const newEndpointParams = z.strictObject({
  ...endpointFields,
  description: z.string().nullable().default(null),
  api_version: z.enum(['2020-08-27', Stripe.API_VERSION]).nullable().default(null),
});

export const endpointParams = z
  .strictObject({ ...endpointFields, disabled: z.enum(['true', 'false']) })
  .partial();

type Item = { readonly id: string; readonly created: number };

/** One page of objects, newest first. Expects `items` oldest first. */
export const page = <One extends Item>(
  items: readonly One[],
  { limit, starting_after: after, created: wanted }: z.infer<typeof plainList>,
  url: string,
): Stripe.ApiList<One> => {
  const found = items
    .toReversed()
    .filter(
      ({ created }) =>
        created > (wanted.gt ?? -Infinity) &&
        created >= (wanted.gte ?? -Infinity) &&
        created < (wanted.lt ?? Infinity) &&
        created <= (wanted.lte ?? Infinity),
    );
  const start = found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    const details = { param: 'starting_after', code: 'resource_missing' };
    throw badRequest(`No such object: '${after}'`, details);
  }
  const end = start + limit;
  return { object: 'list', data: found.slice(start, end), has_more: end < found.length, url };
};
