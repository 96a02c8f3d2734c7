/** Thrown anywhere below `/emails`; it is answered as Resend does (resend.com/docs/api-reference/errors). */
export class MailError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.headers = headers;
  }
}

export const errorAnswer = ({ statusCode, code, message, headers }: MailError): Response =>
  Response.json({ statusCode, name: code, message }, { status: statusCode, headers });

/** Calls a second that Resend takes of an account. */
const CALLS_PER_SECOND = 10;

export const tooMany = (perSecond = CALLS_PER_SECOND): MailError =>
  new MailError(
    429,
    'rate_limit_exceeded',
    `Too many requests. You can only make ${perSecond} requests per second. See rate limit response headers for more information.`,
    {
      'ratelimit-limit': String(perSecond),
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'retry-after': '1',
    },
  );

export const toldToFail = (status: number): MailError =>
  status === 429
    ? tooMany()
    : new MailError(status, 'internal_server_error', 'An unexpected error occurred.');
