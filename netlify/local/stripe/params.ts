import qs from 'qs';
import * as z from 'zod';
import { badRequest } from './errors.ts';

/** Parses Stripe's form encoding: `a[b]=1` and `a[0][b]=1` give nested objects and arrays. */
export const parseForm = (text: string): Record<string, unknown> =>
  qs.parse(text, { arrayLimit: 100, depth: 10, ignoreQueryPrefix: true });

/** ['line_items', 0, 'quantity'] as Stripe writes it: line_items[0][quantity]. */
const paramName = ([first, ...rest]: PropertyKey[]) =>
  String(first ?? '') + rest.map((step) => `[${String(step)}]`).join('');

const toStripeError = (issue: z.core.$ZodIssue): Error => {
  const isUnknown = issue.code === 'unrecognized_keys';
  const param = paramName([...issue.path, ...(isUnknown ? issue.keys.slice(0, 1) : [])]);
  if (isUnknown) {
    return badRequest(`Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return badRequest(`Missing required param: ${param}.`, { param, code: 'parameter_missing' });
  }
  const code = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return badRequest(`Invalid ${param}: ${issue.message}`, { param, ...(code && { code }) });
};

/** The checked parameters. Throws Stripe's error for the first invalid one. */
export const checkParams = <Output>(schema: z.ZodType<Output>, params: unknown): Output => {
  const parsed = schema.safeParse(params, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? toStripeError(issue) : badRequest('Invalid parameters');
};

export const textUpTo = (most: number) => z.string().min(1).max(most);

export const integer = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(least).max(most));

export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true');

export const webAddress = textUpTo(5000).refine(
  (value) => /^https?:\/\/./.test(value) && URL.canParse(value),
  { error: 'Not a valid URL', params: { code: 'url_invalid' } },
);

const METADATA_KEYS = 50;

/** Metadata within Stripe's limits: 50 keys of up to 40 characters, values of up to 500. */
export const pairs = z
  .record(z.string().max(40), z.string().max(500))
  .refine((given) => Object.keys(given).length <= METADATA_KEYS, `at most ${METADATA_KEYS} keys`)
  .default({});
