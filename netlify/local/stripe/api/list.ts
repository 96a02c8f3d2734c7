import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest } from '../errors.ts';
import { expand, integer } from './params.ts';

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

export const pagingParams = {
  limit: integer
    .refine((limit) => limit >= 1 && limit <= 100, {
      error: 'Limit must be between 1 and 100',
      params: { code: 'parameter_invalid_integer' },
    })
    .default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
};

type Range = z.infer<typeof range>;

/** What every kind of object is listed by. */
export const listParams = {
  ...pagingParams,
  created: z.union([integer.transform((at): Range => ({ gte: at, lte: at })), range]).default({}),
};

type Paging = z.infer<z.ZodObject<typeof pagingParams>>;
export type ListParams = Paging & { created: Range };

export const isCreatedWithin = (created: number, { created: wanted }: ListParams) =>
  created > (wanted.gt ?? -Infinity) &&
  created >= (wanted.gte ?? -Infinity) &&
  created < (wanted.lt ?? Infinity) &&
  created <= (wanted.lte ?? Infinity);

/** One page of objects. */
export const page = <Item extends { id: string }>(
  items: readonly Item[],
  { limit, starting_after: after, ending_before: before }: Paging,
  url: string,
): Stripe.ApiList<Item> => {
  const positionOf = (id: string, param: string) => {
    const position = items.findIndex((item) => item.id === id);
    if (position !== -1) return position;
    throw badRequest(`No such object: '${id}'`, { param, code: 'resource_missing' });
  };
  if (before !== undefined && after !== undefined) {
    throw badRequest(
      'Received both starting_after and ending_before parameters. Please pass in only one.',
    );
  }
  if (before !== undefined) {
    const end = positionOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : positionOf(after, 'starting_after') + 1;
  const end = start + limit;
  return { object: 'list', data: items.slice(start, end), has_more: end < items.length, url };
};
