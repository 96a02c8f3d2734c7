import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import type { Faults } from './faults.ts';

/** The checked fields of a call, an action or of faults. Throws words about the invalid ones. */
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
