import * as z from 'zod';
import { mailError } from './errors.ts';

/** The address without the name in front of it. */
export const bareAddress = (address: string): string =>
  (/<([^<>]+)>$/.exec(address)?.[1] ?? address).trim();

const address = z
  .string()
  .refine((value) => z.email().safeParse(bareAddress(value)).success, 'is no email address');

const MOST_ADDRESSES = 50;
const addresses = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(address).min(1).max(MOST_ADDRESSES),
);

/**
 * The fields of an email that the shop sends (resend.com/docs/api-reference/emails/send-email). Resend ignores unknown
 * fields. The inbox refuses them, so that a test finds a misspelled one.
 */
const fieldsSchema = z
  .strictObject({
    from: address,
    to: addresses,
    subject: z.string().min(1),
    html: z.string().optional(),
    text: z.string().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    reply_to: addresses.optional(),
  })
  .refine((fields) => fields.html || fields.text, 'Missing `html` or `text` field.');

export type MailFields = z.infer<typeof fieldsSchema>;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw mailError(400, 'validation_error', 'The body is not JSON.');
  }
};

/** The checked fields of a request. Throws Resend's error for invalid ones. */
export const readFields = (posted: string): MailFields => {
  const parsed = fieldsSchema.safeParse(jsonOf(posted));
  if (parsed.success) return parsed.data;
  throw mailError(422, 'validation_error', z.prettifyError(parsed.error));
};
