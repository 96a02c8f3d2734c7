import type Stripe from 'stripe';
import type * as z from 'zod';
import { badRequest } from '../errors.ts';
import type { plainList } from './call-params.ts';

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
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    const details = { param: 'starting_after', code: 'resource_missing' };
    throw badRequest(`No such object: '${after}'`, details);
  }
  const end = start + limit;
  return { object: 'list', data: found.slice(start, end), has_more: end < found.length, url };
};
