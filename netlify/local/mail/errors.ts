import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const errorAnswer = (statusCode: number, name: string, message: string, headers = {}): Response =>
  Response.json({ statusCode, name, message }, { status: statusCode, headers });

/** An error that `/emails` answers as Resend does (resend.com/docs/api-reference/errors). */
export const mailError = (status: ContentfulStatusCode, name: string, message: string) =>
  new HTTPException(status, { message, res: errorAnswer(status, name, message) });

/** The most common error for each status. */
const ERRORS: Readonly<Record<number, readonly [name: string, message: string]>> = {
  401: ['missing_api_key', 'Missing API key in the authorization header.'],
  403: [
    'validation_error',
    'You can only send testing emails to your own email address. Please verify a domain, and change the `from` address to an email using this domain.',
  ],
  409: [
    'concurrent_idempotent_requests',
    'There is another request in progress with the same idempotency key.',
  ],
  422: ['validation_error', 'Invalid `to` field.'],
  429: ['rate_limit_exceeded', 'Too many requests.'],
};

const UNKNOWN = ['internal_server_error', 'An unexpected error occurred.'] as const;

/** The answer where the inbox is set to fail, by the most common error of a status or by another one's name. */
export const faultAnswer = (status: number, given?: string): Response => {
  const [name, message] = given === undefined ? (ERRORS[status] ?? UNKNOWN) : [given, ''];
  // Unlike this one, the refusal of a used up plan does not say when to come back.
  const headers = name === 'rate_limit_exceeded' ? { 'retry-after': '1' } : {};
  return errorAnswer(status, name, message, headers);
};
