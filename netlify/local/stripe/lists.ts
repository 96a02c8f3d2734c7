import type Stripe from 'stripe';
import * as z from 'zod';
import { refuseIf } from './errors.ts';
import type { Payment } from './state.ts';

const CHARGE = 'payment_intent.latest_charge';
const REFUNDS = `${CHARGE}.refunds`;

/** Paths to expand, relative to a session. Stripe refuses an unknown one, as in `payment_intent.nonsense`. */
const expandAt = (prefix: string) =>
  z
    .array(z.enum(['payment_intent', CHARGE, REFUNDS].map((path) => prefix + path)))
    .transform((paths) => paths.map((path) => path.slice(prefix.length)))
    .default([]);

export const sessionParams = z.strictObject({ expand: expandAt('') });

const optionalId = z.string().optional();

/** The parameters of every list: a page of objects after an id, since a Unix time in seconds. */
export const plainList = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: optionalId,
  created: z.strictObject({ gte: z.coerce.number() }).optional(),
});

export const sessionList = plainList.extend({
  payment_intent: optionalId,
  status: z.enum(['open', 'complete', 'expired']).optional(),
  customer_details: z.strictObject({ email: z.string().toLowerCase() }).optional(),
  expand: expandAt('data.'),
});

export const afterSaleList = plainList.extend({ payment_intent: optionalId, charge: optionalId });

export const eventList = plainList.extend({ types: z.array(z.string()).max(20).optional() });

type Item = { readonly id: string; readonly created: number };

/** One page of objects, newest first. Expects `items` oldest first. */
export const page = <One extends Item>(
  items: readonly One[],
  { limit, starting_after: after, created: since }: z.infer<typeof plainList>,
  url: string,
): Stripe.ApiList<One> => {
  const found = items.toReversed().filter(({ created }) => created >= (since?.gte ?? 0));
  const start = found.findIndex(({ id }) => id === after) + 1;
  refuseIf(after && start === 0, `No such object: '${after}'`);
  const end = start + limit;
  return { object: 'list', data: found.slice(start, end), has_more: end < found.length, url };
};

/** The most items of a list inside an object. A call of its own lists the rest. */
const LISTED_INSIDE = 10;

/** The session with objects in place of their ids. */
export const expand = (
  { session, intent, charge, refunds }: Payment,
  paths: readonly string[],
): object => {
  if (paths.length === 0 || !intent) return session;
  const list = {
    object: 'list',
    data: refunds.toReversed().slice(0, LISTED_INSIDE),
    has_more: refunds.length > LISTED_INSIDE,
    url: `/v1/charges/${charge?.id}/refunds`,
  };
  const latest = paths.includes(REFUNDS) ? { ...charge, refunds: list } : charge;
  const isExpanded = paths.some((path) => path.startsWith(CHARGE));
  return { ...session, payment_intent: isExpanded ? { ...intent, latest_charge: latest } : intent };
};
