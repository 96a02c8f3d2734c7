import * as z from 'zod';
import { mailError } from './errors.ts';

const ADDRESS = /^(?:[^<>]*<(?<named>[^<>]+)>|(?<bare>[^<>]+))$/;

/** The address without the name in front of it. */
export const bareAddress = (address: string): string => {
  const { named, bare } = ADDRESS.exec(address)?.groups ?? {};
  return (named ?? bare ?? '').trim();
};

const address = z
  .string()
  .refine(
    (value) => z.email().safeParse(bareAddress(value)).success,
    'The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
  );

const MOST_ADDRESSES = 50;
const addresses = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(address).min(1).max(MOST_ADDRESSES, `At most ${MOST_ADDRESSES} addresses.`),
);

const text = z.string().min(1);

/**
 * The fields of an email that the shop sends (resend.com/docs/api-reference/emails/send-email). Resend ignores unknown
 * fields. The inbox refuses them, so that a test finds a misspelled one.
 */
const fieldsSchema = z
  .strictObject({
    from: address,
    to: addresses,
    subject: text,
    html: z.string().optional(),
    text: z.string().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    reply_to: addresses.optional(),
  })
  .refine((fields) => fields.html || fields.text, 'Missing `html` or `text` field.');

export type MailFields = z.infer<typeof fieldsSchema>;

const invalid = (message: string): Error => mailError(422, 'validation_error', message);

const toMailError = ({ path, code, message, input }: z.core.$ZodIssue): Error => {
  const [field] = path;
  if (field === undefined || code === 'unrecognized_keys') return invalid(message);
  if (code === 'invalid_type' && input === undefined) {
    return mailError(422, 'missing_required_field', `Missing \`${String(field)}\` field.`);
  }
  const reason = `Invalid \`${String(field)}\` field. ${message}`;
  return field === 'from' ? mailError(422, 'invalid_from_address', reason) : invalid(reason);
};

/** The checked fields of a request. Throws Resend's error for the first invalid one. */
export const readFields = (posted: unknown): MailFields => {
  const parsed = fieldsSchema.safeParse(posted, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? toMailError(issue) : invalid('Invalid fields.');
};
