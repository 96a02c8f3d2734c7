import qs from 'qs';
import * as z from 'zod';
import { badRequest, type StripeError } from '../errors.ts';

/** Parses Stripe's form encoding: `a[b]=1` and `a[0][b]=1` give nested objects and arrays. */
export const parseForm = (text: string): Record<string, unknown> =>
  qs.parse(text, { arrayLimit: 100, depth: 10, ignoreQueryPrefix: true });

/** ['line_items', 0, 'quantity'] as Stripe writes it: line_items[0][quantity]. */
const paramName = ([first, ...rest]: PropertyKey[]) =>
  String(first ?? '') + rest.map((step) => `[${String(step)}]`).join('');

const toStripeError = (issue: z.core.$ZodIssue): StripeError => {
  const param = paramName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = paramName([...issue.path, ...issue.keys.slice(0, 1)]);
    return badRequest(`Received unknown parameter: ${unknown}`, {
      param: unknown,
      code: 'parameter_unknown',
    });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return badRequest(`Missing required param: ${param}.`, { param, code: 'parameter_missing' });
  }
  if (issue.code === 'invalid_value') {
    return badRequest(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param });
  }
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string') {
    return badRequest(issue.message, { param, code: issue.params['code'] });
  }
  return badRequest(`Invalid ${param}: ${issue.message}`, { param });
};

/** Checks parameters, or throws the error that Stripe would answer for the first bad one. */
export const checkParams = <Output>(schema: z.ZodType<Output>, params: unknown): Output => {
  const parsed = schema.safeParse(params, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? toStripeError(issue) : badRequest('Invalid parameters');
};

const upTo = (most: number) =>
  z.string().max(most, { error: `must be at most ${most} characters` });

export const textUpTo = (most: number) =>
  upTo(most).refine((value) => value !== '', {
    error: 'You passed an empty string. A parameter that is not meant must be left out.',
    params: { code: 'parameter_invalid_empty' },
  });

/** What Stripe publishes of a text that it sets no tighter bound. */
const LONGEST = 5000;
export const text = textUpTo(LONGEST);

export const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), {
    error: (issue) => `Invalid integer: ${String(issue.input)}`,
    params: { code: 'parameter_invalid_integer' },
  })
  .transform(Number);

export const webAddress = upTo(LONGEST).refine(
  (value) => /^https?:\/\/./.test(value) && URL.canParse(value),
  {
    error: 'Not a valid URL',
    params: { code: 'url_invalid' },
  },
);

const METADATA_KEYS = 50;

/** Stripe's own limits: 50 keys of up to 40 characters, values of up to 500. */
export const metadata = z
  .record(upTo(40), upTo(500))
  .refine((pairs) => Object.keys(pairs).length <= METADATA_KEYS, `at most ${METADATA_KEYS} keys`);

export const expand = z.array(z.string()).default([]);

/** For objects without anything to expand. */
export const noExpand = z
  .array(z.string().refine(() => false, 'This property cannot be expanded.'))
  .default([]);

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
