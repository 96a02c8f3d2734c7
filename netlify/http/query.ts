import type * as z from 'zod/mini';
import { validateFields } from './validation.ts';

export const readQuery = <T>(request: Request, schema: z.ZodMiniType<T>): T =>
  validateFields(schema, new URL(request.url).searchParams);
