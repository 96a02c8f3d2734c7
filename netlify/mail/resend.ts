import * as z from 'zod/mini';
import { countCall } from '../platform/current-request.ts';
import { MisconfiguredError, getEnv } from '../platform/env.ts';
import type { Message } from './message.ts';
import type { SendPace } from './send-pace.ts';

/** Why an email cannot be sent now. */
type PostponeCause =
  /** The daily or the monthly quota is used up. */
  | 'quota'
  /** The shop's team at Resend made too many requests within a second. */
  | 'rate_limit'
  /**
   * The shop's key, sender, plan or code is at fault. Resend rejects the email until that is fixed.
   */
  | 'shop'
  /** Resend or the connection to it failed. */
  | 'service';

export type SendPostponed = {
  readonly is: 'postponed';
  readonly cause: PostponeCause;
  readonly reason: string;
  /** Whether the message may have been sent anyway, for example if the response was lost. */
  readonly mayBeSent: boolean;
  /** How long Resend asks the shop to wait. */
  readonly waitInSeconds?: number | undefined;
};

export type SendOutcome =
  | {
      readonly is: 'sent';
      /** The email's id at Resend. */
      readonly id: string;
      /**
       * How many emails have counted toward the daily quota so far; undefined for a plan without
       * one.
       */
      readonly usedToday?: number | undefined;
    }
  /** Resend will never accept the message. */
  | { readonly is: 'refused'; readonly reason: string }
  | SendPostponed;

/** https://resend.com/docs/api-reference/errors */
const errorSchema = z.object({
  name: z.string().check(z.regex(/^\w{1,64}$/)),
  message: z.optional(z.string()),
});
type ResendError = z.infer<typeof errorSchema>;
const sentSchema = z.object({ id: z.string() });

/**
 * The key was already used for a message with different content, for example before a deploy. That
 * message was sent.
 */
const KEY_ALREADY_USED = 'invalid_idempotent_request';

/** Resend limits the requests per second for a whole team. */
const OVER_RATE_LIMIT = 'rate_limit_exceeded';

type ResendAccess = {
  readonly apiKey: string;
  readonly apiUrl: URL | undefined;
};

const TIMEOUT_IN_MS = 5000;

const requestBody = ({ to, replyTo, subject, html, text, headers }: Message, from: string) => ({
  from,
  to: [to],
  reply_to: replyTo,
  subject,
  html,
  text,
  headers,
});

const numberInHeader = ({ headers }: Response, name: string): number | undefined =>
  Number(headers.get(name)) || undefined;

/**
 * Whether Resend rejected the recipient's address. All other errors concern the shop's key, sender,
 * plan or code, and the message waits until the owner fixes them. A wrong key also causes a
 * `validation_error`, but with status 400.
 */
const isAboutRecipient = (status: number, { name, message }: ResendError): boolean => {
  if (name !== 'validation_error') return false;
  const namedField = /`(\w+)`/.exec(message ?? '')?.[1];
  if (namedField === undefined) return status === 422;
  return namedField === 'to';
};

/**
 * `error` is null for a response that is not in Resend's format. Status 409 means that the same
 * email is already being sent.
 */
const postponeCause = (status: number, error: ResendError | null): PostponeCause => {
  if (error?.name.endsWith('quota_exceeded')) return 'quota';
  if (error?.name === OVER_RATE_LIMIT) return 'rate_limit';
  const isRequestError = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return error && isRequestError ? 'shop' : 'service';
};

const sendOutcomeFrom = async (response: Response): Promise<SendOutcome> => {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const { id } = sentSchema.parse(body);
    return { is: 'sent', id, usedToday: numberInHeader(response, 'x-resend-daily-quota') };
  }
  const error = errorSchema.safeParse(body).data ?? null;
  const reason = `${status} ${error?.name ?? ''}`.trim();
  if (error?.name === KEY_ALREADY_USED) return { is: 'sent', id: '' };
  if (error && isAboutRecipient(status, error)) return { is: 'refused', reason };
  return {
    is: 'postponed',
    cause: postponeCause(status, error),
    reason,
    // An error in Resend's format means that the message was not accepted. After a gateway error,
    // or after a 409 for a message that is being processed, it may still be sent.
    mayBeSent: status === 409 || (status >= 500 && !error),
    // RFC 9110 section 10.2.3. Resend uses seconds, not a date.
    waitInSeconds: numberInHeader(response, 'retry-after'),
  };
};

export const callResend = (
  { apiKey, apiUrl }: ResendAccess,
  path: string,
  { headers, ...init }: RequestInit = {},
): Promise<Response> =>
  fetch(new URL(path, apiUrl ?? 'https://api.resend.com'), {
    ...init,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'user-agent': 'money-smart-kids/1.0',
      ...headers,
    },
  });

/**
 * Throws only if the shop has no API key or sender. An email without a `pace` is sent immediately.
 * https://resend.com/docs/api-reference/emails/send-email
 */
export const sendEmail = async (message: Message, pace?: SendPace): Promise<SendOutcome> => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from, MAIL_API_URL: apiUrl } = getEnv();
  if (!apiKey || !from) throw new MisconfiguredError('MAIL_API_KEY or MAIL_FROM is missing');
  await pace?.wait();
  countCall('mail');
  try {
    const response = await callResend({ apiKey, apiUrl }, '/emails', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': message.key },
      body: JSON.stringify(requestBody(message, from)),
      signal: AbortSignal.timeout(TIMEOUT_IN_MS),
    });
    pace?.note(response.headers);
    return await sendOutcomeFrom(response);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    return { is: 'postponed', cause: 'service', reason, mayBeSent: true };
  }
};
