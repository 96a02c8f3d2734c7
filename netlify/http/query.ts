import type * as z from 'zod/mini';
import { validateFields } from './validation.ts';

/** Throws 400 for a query that does not match the schema. */
export const readQuery = <T>(request: Request, schema: z.ZodMiniType<T>): T =>
  validateFields(schema, new URL(request.url).searchParams);
