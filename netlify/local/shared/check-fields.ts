import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';

/** Parses the fields of a request. Throws a 400 error that describes the invalid ones. */
export const checkFields = <Fields>(schema: z.ZodType<Fields>, fields: unknown): Fields => {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
};
