import { Hono, type HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import type { Faults } from './faults.ts';

/**
 * Browsers name the page's origin with every POST; a page of another site must not work these
 * buttons. Tests and scripts send no Origin and pass.
 */
export const onlyFromOwnOrigin = (origin: string) =>
  createMiddleware(async ({ req, text }, next) => {
    const sender = req.header('origin');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead || sender === undefined || sender === origin) return next();
    return text(`Only pages of ${origin} may do this.`, 403);
  });

type Control<Settings> = {
  readonly faults: Faults<Settings>;
  readonly schema: z.ZodType<Settings>;
  /** Settles with how many events were sent. */
  readonly flush: () => Promise<number>;
  /** Each checks its fields, acts, and answers the object that has changed. */
  readonly actions: Readonly<Record<string, (fields: unknown) => Promise<object>>>;
};

const readJson = async (request: HonoRequest): Promise<unknown> => {
  try {
    return JSON.parse(await request.text());
  } catch {
    throw new HTTPException(400, { message: 'The body is not JSON.' });
  }
};

/** For tests and scripts, as JSON: the faults to test against, `flush`, and the actions by name. */
export const controlRoutes = <Settings>({ faults, schema, flush, actions }: Control<Settings>) => {
  const set = (settings: unknown): Settings => {
    const parsed = schema.safeParse(settings);
    if (!parsed.success) throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
    return (faults.settings = parsed.data);
  };
  const app = new Hono()
    .get('/faults', () => Response.json(faults.settings))
    .put('/faults', async ({ req }) => Response.json(set(await readJson(req))))
    .delete('/faults', () => Response.json(set({})))
    .post('/flush', async () => Response.json({ sent: await flush() }));
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/${name}`, async ({ req }) => Response.json(await act(await readJson(req))));
  }
  return app;
};
