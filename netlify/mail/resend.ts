import * as z from 'zod/mini';
import { countCall } from '../platform/current-request.ts';
import { MisconfiguredError, getEnv } from '../platform/env.ts';
import type { Message, SendOutcome } from './message.ts';

/** Resend's errors: resend.com/docs/api-reference/errors. */
const errorSchema = z.object({
  name: z.string().check(z.regex(/^\w{1,64}$/)),
  message: z.optional(z.string()),
});
const sentSchema = z.object({ id: z.string() });

/** The key was used with other content, before a deploy say: that message went out. */
const SENT_BEFORE = 'invalid_idempotent_request';

type Access = {
  readonly apiKey: string;
  /** The local inbox's, on loopback; undefined for Resend itself. */
  readonly apiUrl: URL | undefined;
};

/** For the whole call. */
const TIMEOUT_IN_MS = 5000;

const bodyOf = ({ to, replyTo, subject, html, text, headers }: Message, from: string) => ({
  from,
  to: [to],
  reply_to: replyTo,
  subject,
  html,
  text,
  ...(headers && { headers }),
});

/** The number in a header; undefined if the header is missing. */
const numberIn = ({ headers }: Response, name: string): number | undefined =>
  Number(headers.get(name)) || undefined;

/**
 * Whether an error concerns the recipient. All others concern the shop (its key, address, plan or code), and the message
 * waits until the owner has mended them. A wrong key is a `validation_error` too, with status 400.
 */
const isOfRecipient = (status: number, { name, message }: z.infer<typeof errorSchema>): boolean => {
  const [, field = status === 422 ? 'to' : ''] = /`(\w+)`/.exec(message ?? '') ?? [];
  return name === 'validation_error' && field === 'to';
};

const outcomeOf = async (response: Response): Promise<SendOutcome> => {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const { id } = sentSchema.parse(body);
    return { is: 'sent', id, usedToday: numberIn(response, 'x-resend-daily-quota') };
  }
  const error = errorSchema.safeParse(body).data;
  const reason = `${status} ${error?.name ?? ''}`.trim();
  if (error?.name === SENT_BEFORE) return { is: 'sent', id: '' };
  if (error && isOfRecipient(status, error)) return { is: 'refused', reason };
  return {
    is: 'postponed',
    reason,
    // Resend's own error means that it did not accept the message. A gateway's error, or 409 for a message that it is
    // processing, leaves that open.
    mayBeSent: status === 409 || (status >= 500 && !error),
    // RFC 9110 section 10.2.3, in its form of seconds.
    waitInSeconds: numberIn(response, 'retry-after'),
  };
};

/** One call of Resend's HTTP interface. Rejects if Resend cannot be reached. */
export const callResend = (
  { apiKey, apiUrl }: Access,
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
 * Sends a message by Resend (resend.com/docs/api-reference/emails/send-email). The outcome holds what went wrong there.
 * Throws only if the shop has no key or no sender.
 */
export const sendEmail = async (message: Message): Promise<SendOutcome> => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from, MAIL_API_URL: apiUrl } = getEnv();
  if (!apiKey || !from) throw new MisconfiguredError('MAIL_API_KEY or MAIL_FROM is missing');
  countCall('mail');
  try {
    const response = await callResend({ apiKey, apiUrl }, '/emails', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': message.key },
      body: JSON.stringify(bodyOf(message, from)),
      signal: AbortSignal.timeout(TIMEOUT_IN_MS),
    });
    return await outcomeOf(response);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    return { is: 'postponed', reason, mayBeSent: true };
  }
};
