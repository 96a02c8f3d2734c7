import type Stripe from 'stripe';
import * as z from 'zod';
import { refuseIf } from './errors.ts';

/** The parameters of every list. `created.gte` is a Unix time in seconds. */
export const listParams = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  created: z.strictObject({ gte: z.coerce.number() }).optional(),
});

type ListItem = { readonly id: string; readonly created: number };

/** Returns one page, newest first. Expects `items` oldest first. */
export const paginate = <Item extends ListItem>(
  items: readonly Item[],
  { limit, starting_after: lastSeenId, created }: z.infer<typeof listParams>,
  url: string,
): Stripe.ApiList<Item> => {
  const oldestInSeconds = created?.gte ?? 0;
  const listed = items.toReversed().filter((item) => item.created >= oldestInSeconds);
  const start = listed.findIndex(({ id }) => id === lastSeenId) + 1;
  refuseIf(lastSeenId && start === 0, `No such object: '${lastSeenId}'`);
  const end = start + limit;
  return { object: 'list', data: listed.slice(start, end), has_more: end < listed.length, url };
};

export const matchesFilter = (wanted: unknown, value: unknown): boolean =>
  wanted === undefined || wanted === value;
