import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import type { Faults } from './faults.ts';

/**
 * Refuses a change from a page of another site. Browsers send the page's origin with every POST; tests and scripts send
 * none and are allowed.
 */
export const onlyFromOwnOrigin = (origin: string) =>
  createMiddleware(async ({ req, text }, next) => {
    const sender = req.header('origin');
    if (req.method === 'GET' || sender === undefined || sender === origin) return next();
    return text(`Only pages of ${origin} may do this.`, 403);
  });

/** The checked fields of an action or of faults. Throws words about the invalid ones. */
export const checkFields = <Fields>(schema: z.ZodType<Fields>, fields: unknown): Fields => {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
};

/** How tests and scripts set the faults, in JSON. */
export const faultRoutes = <Settings>(faults: Faults<Settings>, schema: z.ZodType<Settings>) =>
  new Hono().put('/faults', async ({ req }) => {
    faults.settings = checkFields(schema, await req.json());
    return Response.json(faults.settings);
  });
