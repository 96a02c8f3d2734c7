import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { Problem } from './problem.ts';

// `zod/mini` has no error messages by default.
z.config(en());

/** A message may repeat an unknown field's name, which may be as long as the body. */
const MAX_DETAIL_CHARACTERS = 200;

/** Throws 400 for the first invalid field. */
export const validate = <T>(schema: z.ZodMiniType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  const reason = issue?.message ?? 'Invalid';
  const detail = field ? `${field}: ${reason}` : reason;
  throw new Problem('invalid_request', detail.slice(0, MAX_DETAIL_CHARACTERS));
};

/** Throws 400 for a field that is sent twice. */
const fieldsOf = (params: URLSearchParams): Record<string, string> => {
  const fields = [...params];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) throw new Problem('invalid_request', 'Send each field once.');
  return Object.fromEntries(fields);
};

export const validateFields = <T>(schema: z.ZodMiniType<T>, params: URLSearchParams): T =>
  validate(schema, fieldsOf(params));
