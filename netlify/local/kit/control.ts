import { Hono, type HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import type { Faults } from './faults.ts';

/**
 * Refuses a POST from a page of another site. Browsers send the page's origin with every POST; tests and scripts send
 * none and are allowed.
 */
export const onlyFromOwnOrigin = (origin: string) =>
  createMiddleware(async ({ req, text }, next) => {
    const sender = req.header('origin');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead || sender === undefined || sender === origin) return next();
    return text(`Only pages of ${origin} may do this.`, 403);
  });

type FaultControl<Settings> = {
  readonly faults: Faults<Settings>;
  readonly schema: z.ZodType<Settings>;
};

type Control<Settings> = FaultControl<Settings> & {
  /** Each action checks its fields, acts, and returns the changed object. */
  readonly actions: Readonly<Record<string, (fields: unknown) => Promise<object>>>;
};

const readJson = (request: HonoRequest): Promise<unknown> =>
  request.json().catch(() => {
    throw new HTTPException(400, { message: 'The body is not JSON.' });
  });

/** The checked fields of an action or of faults. Throws words about the invalid ones. */
export const checkFields = <Fields>(schema: z.ZodType<Fields>, fields: unknown): Fields => {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
};

/** How tests and scripts set the faults, in JSON. */
export const faultRoutes = <Settings>({ faults, schema }: FaultControl<Settings>) => {
  return new Hono().put('/faults', async ({ req }) => {
    faults.settings = checkFields(schema, await readJson(req));
    return Response.json(faults.settings);
  });
};

/** The control interface for tests and scripts, in JSON: `faults` and each action by its name. */
export const controlRoutes = <Settings>({ actions, ...rest }: Control<Settings>) => {
  const app = new Hono().route('/', faultRoutes(rest));
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/${name}`, async ({ req }) => Response.json(await act(await readJson(req))));
  }
  return app;
};
