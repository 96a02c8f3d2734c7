import type { Config } from '@netlify/functions';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { endCookie, logIn, requireOwner, sessionResponse } from '../admin/auth.ts';
import { announce, fileResponse, listGuides, restore, upload } from '../admin/guides.ts';
import { changeAccess, findOrders, listOrders, orderOf, sendReceipt } from '../admin/orders.ts';
import { csvResponse, readReport } from '../admin/report.ts';
import { serializeDetail, serializeRow } from '../admin/serialize.ts';
import { readJson } from '../http/body.ts';
import { refuseMethod } from '../http/methods.ts';
import { Problem } from '../http/problem.ts';
import { readQuery } from '../http/query.ts';
import { route } from '../http/route.ts';

export const config: Config = { path: ['/api/admin/*', '/api/upload'] };

const id = z.string().check(z.minLength(1), z.maxLength(64));

const restoreRequest = z.strictObject({ edition: id });

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

const accessRequest = z.strictObject({ access: z.enum(['blocked', 'open']) });

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

const app = new Hono();

/** Adds a route. Its handler returns a response, or a value that is sent as JSON. `part`: the named part of the path. */
const on = (
  method: 'GET' | 'POST',
  path: string,
  handler: (request: Request, part: string) => unknown,
): void => {
  app.on(method, path, async ({ req }: Context) => {
    const [part = ''] = Object.values(req.param());
    const answer = await handler(req.raw, part);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  app.all(path, () => refuseMethod(method));
};

on('POST', '/api/admin/login', async (request) =>
  logIn(request, (await readJson(request, loginRequest)).password),
);

// All routes below are the owner's.
app.use(async ({ req }, next) => {
  await requireOwner(req.raw);
  await next();
});
on(
  'POST',
  '/api/admin/logout',
  () => new Response(null, { status: 204, headers: { 'set-cookie': endCookie() } }),
);
on('GET', '/api/admin/session', async (request) => sessionResponse(await requireOwner(request)));

on('GET', '/api/admin/guides', listGuides);
on('GET', '/api/admin/guides/:id/file', (request, guide) =>
  fileResponse(guide, new URL(request.url).searchParams.get('edition')),
);
on('POST', '/api/admin/guides/:id/restore', async (request, guide) =>
  restore(guide, (await readJson(request, restoreRequest)).edition),
);
on('POST', '/api/admin/guides/:id/announce', async (request, guide) =>
  announce(guide, await readJson(request, announceRequest)),
);
on('POST', '/api/upload', (request) => upload(request, readQuery(request, uploadQuery)));

on('GET', '/api/admin/orders', (request) => listOrders(readQuery(request, ordersPageQuery).from));
on('GET', '/api/admin/orders.csv', (request) =>
  csvResponse(readQuery(request, exportQuery).period),
);
on('GET', '/api/admin/report', (request) => readReport(readQuery(request, reportQuery).period));
// A POST, so that no session id or email address is in a URL.
on('POST', '/api/admin/find-order', async (request) => {
  const { query } = await readJson(request, findOrderRequest);
  return { orders: (await findOrders(query)).map(serializeRow) };
});
on('GET', '/api/admin/orders/:number', async (_, number) => serializeDetail(await orderOf(number)));
on('POST', '/api/admin/orders/:number/access', async (request, number) => {
  const { access } = await readJson(request, accessRequest);
  return changeAccess(await orderOf(number), access);
});
on('POST', '/api/admin/orders/:number/receipt', async (request, number) => {
  const asked = await readJson(request, sendReceiptRequest);
  return sendReceipt(await orderOf(number), asked);
});

app.notFound(() => {
  throw new Problem('route_not_found', 'There’s no such address.');
});
app.onError((error) => {
  throw error;
});

/** All of the owner's routes. */
export default route(config, async (request) => app.fetch(request));
