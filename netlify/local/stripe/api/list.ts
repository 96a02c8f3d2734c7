import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest } from '../errors.ts';
import { integer } from './params.ts';

/** The parameters of every list: a page of objects after an id, since a time in Unix seconds. */
export const plainList = z.strictObject({
  limit: integer(1, 100).default(10),
  starting_after: z.string().optional(),
  created: z.strictObject({ gte: integer(0) }).optional(),
});

type Item = { readonly id: string; readonly created: number };

/** One page of objects, newest first. Expects `items` oldest first. */
export const page = <One extends Item>(
  items: readonly One[],
  { limit, starting_after: after, created: { gte: since } = { gte: 0 } }: z.infer<typeof plainList>,
  url: string,
): Stripe.ApiList<One> => {
  const found = items.filter(({ created }) => created >= since).toReversed();
  const start = found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    const details = { param: 'starting_after', code: 'resource_missing' };
    throw badRequest(`No such object: '${after}'`, details);
  }
  const end = start + limit;
  return { object: 'list', data: found.slice(start, end), has_more: end < found.length, url };
};
