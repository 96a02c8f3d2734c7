import type { Config } from '@netlify/functions';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { endCookie, logIn, requireOwner, sessionResponse } from '../admin/auth.ts';
import { announce, fileResponse, listGuides, restore, upload } from '../admin/guides.ts';
import { changeAccess, findOrders, listOrders, orderOf, sendReceipt } from '../admin/orders.ts';
import { csvResponse, readReport } from '../admin/report.ts';
import { serializeDetail, serializeRow } from '../admin/serialize.ts';
import { readJson, readQuery } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { allow, route } from '../http/route.ts';

export const config: Config = { path: ['/api/admin/*', '/api/upload'] };

/** Returns a response, or a value that is sent as JSON. `part` is the named part of the path. */
type Handler = (request: Request, part: string) => unknown;
type Route = readonly [method: 'GET' | 'POST', handler: Handler];

const get = (handler: Handler): Route => ['GET', handler];

const query = <T>(schema: z.ZodMiniType<T>, handler: (asked: T) => unknown): Route => [
  'GET',
  (request) => handler(readQuery(request, schema)),
];

const post = <T>(schema: z.ZodMiniType<T>, handler: (asked: T, part: string) => unknown): Route => [
  'POST',
  async (request, part) => handler(await readJson(request, schema), part),
];

const json =
  (handler: Handler) =>
  async ({ req }: Context): Promise<Response> => {
    const [part = ''] = Object.values(req.param());
    const answer = await handler(req.raw, part);
    return answer instanceof Response ? answer : Response.json(answer);
  };

const id = z.string().check(z.minLength(1), z.maxLength(64));

const announceRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('preview'),
    edition: id,
    /** The owner's words about it: one or two plain sentences. */
    changes: z.string().check(z.maxLength(500)),
  }),
  z.strictObject({ action: z.literal('begin'), preview: z.string() }),
  z.strictObject({ action: z.literal('stop'), edition: id }),
]);

/** A guide has at most five parts. */
const digit = z.string().check(z.regex(/^[0-5]$/));

const uploadQuery = z
  .strictObject({
    file: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
    upload: z.uuid(),
    part: digit,
    parts: digit,
    name: z.optional(z.string()),
  })
  .check(z.refine(({ part, parts }) => part < parts, 'part: Must be less than parts.'));

const loginRequest = z.strictObject({
  // Hashing a longer text would cost the shop time.
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});

/** An order number or its end, a reference, the buyer's email address, a session id or a payment id. */
const findOrderRequest = z.strictObject({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

const sendReceiptRequest = z.strictObject({
  copy: z.int().check(z.positive()),
  to: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('Not an email address'))),
});

/** The position in the list at which a page begins. */
const ordersPageQuery = z.strictObject({
  from: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

/** A month "2026-11" or a year "2026", in the shop's time zone. */
const exportQuery = z.strictObject({
  period: z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'A month or a year')),
});

const reportQuery = z.strictObject({
  period: z.enum(['this-month', 'last-month', 'last-12-months']),
});

const ROUTES: Readonly<Record<string, Route>> = {
  '/api/admin/logout': [
    'POST',
    () => new Response(null, { status: 204, headers: { 'set-cookie': endCookie() } }),
  ],
  '/api/admin/session': get(async (request) => sessionResponse(await requireOwner(request))),
  '/api/admin/guides': get(listGuides),
  '/api/admin/guides/:id/file': get((request, product) =>
    fileResponse(product, new URL(request.url).searchParams.get('edition')),
  ),
  '/api/admin/guides/:id/restore': post(z.strictObject({ edition: id }), (asked, product) =>
    restore(product, asked.edition),
  ),
  '/api/admin/guides/:id/announce': post(announceRequest, (asked, product) =>
    announce(product, asked),
  ),
  '/api/upload': ['POST', (request) => upload(request, readQuery(request, uploadQuery))],
  '/api/admin/orders': query(ordersPageQuery, ({ from = 0 }) => listOrders(from)),
  '/api/admin/orders.csv': query(exportQuery, ({ period }) => csvResponse(period)),
  '/api/admin/report': query(reportQuery, ({ period }) => readReport(period)),
  // A POST, so that no session id or email address is in a URL.
  '/api/admin/find-order': post(findOrderRequest, async (asked) => ({
    orders: (await findOrders(asked.query)).map(serializeRow),
  })),
  '/api/admin/orders/:number': get(async (_, number) => serializeDetail(await orderOf(number))),
  '/api/admin/orders/:number/access': post(
    z.strictObject({ access: z.enum(['blocked', 'open']) }),
    async ({ access }, number) => changeAccess(await orderOf(number), access),
  ),
  '/api/admin/orders/:number/receipt': post(sendReceiptRequest, async (asked, number) =>
    sendReceipt(await orderOf(number), asked),
  ),
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
for (const [path, [method, handler]] of Object.entries(ROUTES)) {
  app.on(method, path, json(handler));
  app.all(path, () => allow(method));
}
app.notFound(() => {
  throw new Problem('route_not_found', 'There’s no such address.');
});
app.onError((error) => {
  throw error;
});

/** All of the owner's routes. */
export default route(config, async (request) => app.fetch(request));
