import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest } from '../errors.ts';
import { integer } from './params.ts';

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

type Range = z.infer<typeof range> | number | undefined;

export const createdParam = z.union([integer, range]).optional();

export const pagingParams = {
  limit: integer
    .refine((limit) => limit >= 1 && limit <= 100, {
      error: 'Limit must be between 1 and 100',
      params: { code: 'parameter_invalid_integer' },
    })
    .default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
};

type Paging = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

export const isCreatedWithin = (created: number, wanted: Range) => {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  return (
    created > (wanted.gt ?? -Infinity) &&
    created >= (wanted.gte ?? -Infinity) &&
    created < (wanted.lt ?? Infinity) &&
    created <= (wanted.lte ?? Infinity)
  );
};

/** One page of records that stand newest first. */
export const page = <Item extends { id: string }, Answer>(
  newestFirst: readonly Item[],
  paging: Paging,
  url: string,
  toObject: (item: Item) => Answer,
): Stripe.ApiList<Answer> => {
  const positionOf = (id: string, param: string) => {
    const position = newestFirst.findIndex((item) => item.id === id);
    if (position === -1) {
      throw badRequest(`No such object: '${id}'`, { param, code: 'resource_missing' });
    }
    return position;
  };
  const { limit, starting_after: after, ending_before: before } = paging;
  const list = (items: readonly Item[], hasMore: boolean): Stripe.ApiList<Answer> => ({
    object: 'list',
    data: items.map(toObject),
    has_more: hasMore,
    url,
  });
  if (before !== undefined) {
    const end = positionOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return list(newestFirst.slice(start, end), start > 0);
  }
  const start = after === undefined ? 0 : positionOf(after, 'starting_after') + 1;
  return list(newestFirst.slice(start, start + limit), start + limit < newestFirst.length);
};
