import type { Config } from '@netlify/functions';
import { type OrderPage, ordersPageQuery } from '#contract/sales.ts';
import { listOrders } from '../domain/desk.ts';
import { openCursor, sealCursor } from '../domain/list-cursor.ts';
import { fieldsOf, parseWith } from '../http/body.ts';
import { toRow } from '../http/order-wire.ts';
import { Problem } from '../http/problem.ts';
import { catalogue } from '../services/catalogue.ts';
import { deskPorts } from '../services/desk.ts';
import { ownerRoute } from '../services/door.ts';
import { signingSecret } from '../services/settings.ts';

const badCursor = () => new Problem('invalid_request', 'cursor: Not a place in the list.');

const placeOf = async (cursor: string | undefined): Promise<string | null> => {
  if (cursor === undefined) return null;
  const session = await openCursor(cursor, signingSecret());
  if (session === null) throw badCursor();
  return session;
};

export default ownerRoute({
  GET: async (request) => {
    const query = fieldsOf(new URL(request.url).searchParams);
    const { cursor } = parseWith(ordersPageQuery, query);
    const page = await listOrders(deskPorts(), await placeOf(cursor));
    if (!page) throw badCursor();
    return Response.json({
      orders: page.orders.map((kept) => toRow(kept, catalogue)),
      next: page.last === null ? null : await sealCursor(page.last, signingSecret()),
      total: page.total,
    } satisfies OrderPage);
  },
});

export const config: Config = { path: '/api/admin/orders' };
