/** An error that `/emails` answers as Resend does (resend.com/docs/api-reference/errors). */
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

const tooMany = (): MailError =>
  new MailError(
    429,
    'rate_limit_exceeded',
    'Too many requests. You can only make 10 requests per second. See rate limit response headers for more information.',
    {
      'ratelimit-limit': '10',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'retry-after': '1',
    },
  );

/** The free plan's answer once the day's emails are used up. It has no `retry-after`. */
export const overQuota = (): MailError =>
  new MailError(
    429,
    'daily_quota_exceeded',
    'You have reached your daily email sending quota. Upgrade your plan to remove the daily quota limit or wait until 24 hours have passed.',
  );

/** The most common error for each status. */
const ERRORS: Readonly<Record<number, readonly [code: string, message: string]>> = {
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
};

export const errorOf = (status: number, name?: string): MailError => {
  if (status === 429 && name === undefined) return tooMany();
  const [code, message] = ERRORS[status] ?? [
    'internal_server_error',
    'An unexpected error occurred.',
  ];
  return new MailError(status, name ?? code, name === undefined ? message : '');
};
