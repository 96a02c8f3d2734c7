import type { MiddlewareHandler } from 'hono';
import { validator } from 'hono/validator';
import type * as z from 'zod/mini';
import { readJson } from './body.ts';
import { readQuery } from './query.ts';

type JsonInput<T> = { in: { json: T }; out: { json: T } };

/**
 * Throws 400, 413 or 415. Hono's own `validator('json')` reads a body of any size and accepts bytes
 * that are not UTF-8.
 *
 *     app.post('/login', jsonValidator(loginRequest), (c) => {
 *       const { password } = c.req.valid('json');
 *     });
 */
export const jsonValidator =
  <T extends object>(schema: z.ZodMiniType<T>): MiddlewareHandler<object, string, JsonInput<T>> =>
  async (c, next) => {
    c.req.addValidatedData('json', await readJson(c.req.raw, schema));
    await next();
  };

/** Throws 400. */
export const queryValidator = <T extends object>(schema: z.ZodMiniType<T>) =>
  validator('query', (_query, c) => readQuery(c.req.raw, schema));
