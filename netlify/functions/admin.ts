import type { Config } from '@netlify/functions';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type OwnerSession,
  logoutCookie,
  logIn,
  requireOwner,
  sessionResponse,
} from '../admin/auth.ts';
import { announce } from '../admin/announcement.ts';
import { guideFileResponse } from '../admin/guide-file.ts';
import { receiveUpload } from '../admin/guide-upload.ts';
import { listGuides, restoreGuide } from '../admin/guides.ts';
import { changeAccess, findOrders, listOrders, requireOrder } from '../admin/orders.ts';
import { csvResponse } from '../admin/orders-csv.ts';
import { readReport } from '../admin/report.ts';
import { sendReceipt } from '../admin/send-receipt.ts';
import { serializeDetail, serializeRow } from '../admin/serialize.ts';
import { methodNotAllowed } from '../http/methods.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { jsonValidator, queryValidator } from '../http/validators.ts';

export const config: Config = { path: ['/api/admin/*', '/api/upload'] };

const app = new Hono<{ Variables: { session: OwnerSession } }>();

// Without a path, `.all(onlyGet)` applies to the path of the previous route. It responds with 405
// to all methods that the route does not handle.
const onlyGet = () => {
  throw methodNotAllowed(['GET']);
};

const onlyPost = () => {
  throw methodNotAllowed(['POST']);
};

const loginRequest = z.strictObject({
  // Limits the time that hashing takes.
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});

app
  .post('/api/admin/login', jsonValidator(loginRequest), (c) =>
    logIn(c.req.raw, c.req.valid('json').password),
  )
  .all(onlyPost);

// All routes below this line are only for the owner.
app.use(async (c, next) => {
  c.set('session', await requireOwner(c.req.raw));
  await next();
});

app
  .post('/api/admin/logout', (c) => {
    c.header('set-cookie', logoutCookie());
    return c.body(null, 204);
  })
  .all(onlyPost);

app.get('/api/admin/session', (c) => sessionResponse(c.get('session'))).all(onlyGet);

app.get('/api/admin/guides', async (c) => c.json(await listGuides())).all(onlyGet);

app
  .get('/api/admin/guides/:id/file', (c) =>
    guideFileResponse(c.req.param('id'), c.req.query('edition') ?? null),
  )
  .all(onlyGet);

const editionId = z.string().check(z.minLength(1), z.maxLength(64));

const restoreRequest = z.strictObject({ edition: editionId });

app
  .post('/api/admin/guides/:id/restore', jsonValidator(restoreRequest), async (c) => {
    const { edition } = c.req.valid('json');
    return c.json(await restoreGuide(c.req.param('id'), edition));
  })
  .all(onlyPost);

const announceRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('preview'),
    edition: editionId,
    changes: z.string().check(z.maxLength(500)),
  }),
  z.strictObject({ action: z.literal('begin'), preview: z.string() }),
  z.strictObject({ action: z.literal('stop'), edition: editionId }),
]);

app
  .post('/api/admin/guides/:id/announce', jsonValidator(announceRequest), async (c) =>
    c.json(await announce(c.req.param('id'), c.req.valid('json'))),
  )
  .all(onlyPost);

/** A zero-based part index, or the number of parts. A PDF has at most five. */
const zeroToFive = z.string().check(z.regex(/^[0-5]$/));

const uploadQuery = z
  .strictObject({
    file: z.string().check(z.regex(/^[A-Za-z0-9-]{1,200}(?:\.pdf)?$/)),
    upload: z.uuid(),
    part: zeroToFive,
    parts: zeroToFive,
    name: z.optional(z.string()),
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    confirm: z.optional(z.literal('1')),
  })
  .check(
    z.refine(({ part, parts }) => part < parts, 'part: Must be less than parts.'),
    z.refine(
      ({ part, parts, sha256 }) =>
        sha256 !== undefined || parts === '1' || Number(part) < Number(parts) - 1,
      'sha256: The last part needs the hash of the whole file.',
    ),
  );

app
  .post('/api/upload', queryValidator(uploadQuery), async (c) => {
    const result = await receiveUpload(c.req.raw, c.req.valid('query'));
    return result instanceof Response ? result : c.json(result);
  })
  .all(onlyPost);

const orderPageQuery = z.strictObject({
  /** The zero-based position of the page's first order. */
  from: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

app
  .get('/api/admin/orders', queryValidator(orderPageQuery), async (c) =>
    c.json(await listOrders(c.req.valid('query').from)),
  )
  .all(onlyGet);

const findOrderRequest = z.strictObject({
  /**
   * An order number or the end of one, a reference, an email address, a session id or a payment id.
   */
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

app
  // A POST, so that no session id or email address is in a URL.
  .post('/api/admin/find-order', jsonValidator(findOrderRequest), async (c) => {
    const orders = await findOrders(c.req.valid('json').query);
    return c.json({ orders: orders.map(serializeRow) });
  })
  .all(onlyPost);

app
  .get('/api/admin/orders/:number', async (c) => {
    const order = await requireOrder(c.req.param('number'));
    return c.json(await serializeDetail(order));
  })
  .all(onlyGet);

const accessRequest = z.strictObject({ access: z.enum(['blocked', 'open']) });

app
  .post('/api/admin/orders/:number/access', jsonValidator(accessRequest), async (c) => {
    const { access } = c.req.valid('json');
    const order = await requireOrder(c.req.param('number'));
    return c.json(await changeAccess(order, access));
  })
  .all(onlyPost);

const sendReceiptRequest = z.strictObject({
  copy: z.int().check(z.positive()),
  to: z.optional(z.string().check(z.trim(), z.maxLength(254), z.email('Not an email address'))),
});

app
  .post('/api/admin/orders/:number/receipt', jsonValidator(sendReceiptRequest), async (c) => {
    const order = await requireOrder(c.req.param('number'));
    return c.json(await sendReceipt(order, c.req.valid('json')));
  })
  .all(onlyPost);

const exportQuery = z.strictObject({
  /** "2026-11" or "2026", in the shop's time zone. */
  period: z.string().check(z.regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'Must be a month or a year')),
});

app
  .get('/api/admin/orders.csv', queryValidator(exportQuery), (c) =>
    csvResponse(c.req.valid('query').period),
  )
  .all(onlyGet);

const reportQuery = z.strictObject({
  period: z.enum(['this-month', 'last-month', 'last-12-months']),
});

app
  .get('/api/admin/report', queryValidator(reportQuery), async (c) =>
    c.json(await readReport(c.req.valid('query').period)),
  )
  .all(onlyGet);

app.notFound(() => {
  throw new Problem('route_not_found', 'There’s nothing at this address.');
});

// `route` turns errors into problem documents.
app.onError((error) => {
  throw error;
});

export default route(config, async (request) => app.fetch(request));
