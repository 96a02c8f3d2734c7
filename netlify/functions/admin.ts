import type { Config } from '@netlify/functions';
import { type Context, Hono } from 'hono';
import { endCookie, logIn, requireOwner, sessionResponse } from '../admin/auth.ts';
import { announce, fileResponse, listGuides, restore, upload } from '../admin/guides.ts';
import { changeAccess, findOrders, listOrders, orderOf, sendReceipt } from '../admin/orders.ts';
import { ordersCsv, readReport } from '../admin/report.ts';
import {
  announceRequest,
  exportQuery,
  findOrderRequest,
  loginRequest,
  orderAccessRequest,
  ordersPageQuery,
  reportQuery,
  restoreRequest,
  sendReceiptRequest,
  uploadQuery,
} from '../admin/requests.ts';
import { serializeDetail, serializeRow } from '../admin/serialize.ts';
import { readJson, readQuery } from '../http/body.ts';
import { contentDisposition } from '../http/headers.ts';
import { Problem } from '../http/problem.ts';
import { allow, route } from '../http/route.ts';
import { begun, streamOf } from '../http/stream.ts';

export const config: Config = { path: ['/api/admin/*', '/api/upload'] };

type Handler = (request: Request, part: string) => Promise<unknown>;

/** Returns the handler's value as JSON. `part` is the named part of the path. */
const json =
  (handler: Handler) =>
  async ({ req }: Context): Promise<Response> => {
    const [part = ''] = Object.values(req.param());
    const answer = await handler(req.raw, part);
    return answer instanceof Response ? answer : Response.json(answer);
  };

const app = new Hono();

app.post(
  '/api/admin/login',
  json(async (request) => logIn(request, (await readJson(request, loginRequest)).password)),
);
app.all('/api/admin/login', () => allow('POST'));

// All routes below are the owner's.
app.use(async ({ req }, next) => {
  await requireOwner(req.raw);
  await next();
});

const ROUTES: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  '/api/admin/logout': {
    POST: async () => new Response(null, { status: 204, headers: { 'set-cookie': endCookie() } }),
  },
  '/api/admin/session': {
    GET: async (request) => sessionResponse(await requireOwner(request)),
  },
  '/api/admin/guides': { GET: listGuides },
  '/api/admin/guides/:id/file': {
    GET: (request, id) => fileResponse(id, new URL(request.url).searchParams.get('edition')),
  },
  '/api/admin/guides/:id/restore': {
    POST: async (request, id) => restore(id, (await readJson(request, restoreRequest)).edition),
  },
  '/api/admin/guides/:id/announce': {
    POST: async (request, id) => announce(id, await readJson(request, announceRequest)),
  },
  '/api/upload': { POST: (request) => upload(request, readQuery(request, uploadQuery)) },
  '/api/admin/orders': {
    GET: (request) => listOrders(readQuery(request, ordersPageQuery).from ?? 0),
  },
  '/api/admin/orders.csv': {
    GET: async (request) => {
      const { period } = readQuery(request, exportQuery);
      return new Response(streamOf(await begun(ordersCsv(period))), {
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': contentDisposition(`orders-${period}.csv`),
        },
      });
    },
  },
  '/api/admin/report': {
    GET: (request) => readReport(readQuery(request, reportQuery).period),
  },
  '/api/admin/find-order': {
    POST: async (request) => {
      const { query } = await readJson(request, findOrderRequest);
      return { orders: (await findOrders(query)).map(serializeRow) };
    },
  },
  '/api/admin/orders/:number': {
    GET: async (_, number) => serializeDetail(await orderOf(number)),
  },
  '/api/admin/orders/:number/access': {
    POST: async (request, number) => {
      const { access } = await readJson(request, orderAccessRequest);
      return changeAccess(await orderOf(number), access);
    },
  },
  '/api/admin/orders/:number/receipt': {
    POST: async (request, number) => {
      const asked = await readJson(request, sendReceiptRequest);
      return sendReceipt(await orderOf(number), asked);
    },
  },
};

for (const [path, handlers] of Object.entries(ROUTES)) {
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, json(handler));
  app.all(path, () => allow(...Object.keys(handlers)));
}

app.notFound(() => {
  throw new Problem('route_not_found', 'There’s no such address.');
});
app.onError((error) => {
  throw error;
});

/** All of the owner's routes. */
export default route(config, async (request) => app.fetch(request));
