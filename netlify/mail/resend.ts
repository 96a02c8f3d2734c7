import * as z from 'zod/mini';
import { countAsked } from '../current-request.ts';
import { MisconfiguredError, getEnv } from '../env.ts';
import type { Message, Outcome } from './message.ts';

/** What Resend says of an error, in a field of its own: resend.com/docs/api-reference/errors. */
const errorSchema = z.object({
  name: z.string().check(z.regex(/^\w{1,64}$/)),
  message: z.optional(z.string()),
});
const sentSchema = z.object({ id: z.string() });

/** The key was used with other words, or before a deploy: that message went out. */
const SENT_BEFORE = 'invalid_idempotent_request';

type Access = {
  readonly apiKey: string;
  /** Only ever a loopback address, for the local inbox; undefined is Resend itself. */
  readonly apiUrl: URL | undefined;
};

/** For the whole call. */
const TIMEOUT_IN_MS = 5000;

const bodyOf = ({ to, replyTo, subject, html, text, headers, tags }: Message, from: string) => ({
  from,
  to: [to],
  reply_to: replyTo,
  subject,
  html,
  text,
  ...(headers && { headers }),
  tags: Object.entries(tags).map(([name, value]) => ({ name, value })),
});

/** A header that holds a number; undefined where it is missing. */
const numberIn = ({ headers }: Response, name: string): number | undefined =>
  Number(headers.get(name)) || undefined;

/**
 * Whether an error is about the one who gets the message. All others are about the shop (its key, address, plan or
 * code), and an owner can mend them: the message waits for that. A wrong key is a `validation_error` too, by status 400.
 */
const isOfRecipient = (status: number, { name, message }: z.infer<typeof errorSchema>): boolean => {
  const [, field = status === 422 ? 'to' : ''] = /`(\w+)`/.exec(message ?? '') ?? [];
  return name === 'validation_error' && field === 'to';
};

const outcomeOf = async (response: Response): Promise<Outcome> => {
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
    is: 'later',
    reason,
    // An answer of its own says that it did not take the message; one of a gateway, or that it is taking it now, does not.
    mayBeSent: status === 409 || (status >= 500 && !error),
    // RFC 9110 section 10.2.3, in its form of seconds.
    waitInSeconds: numberIn(response, 'retry-after'),
  };
};

/** One call of Resend's HTTP interface. Rejects where it is not reached. */
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
 * Sends by Resend's HTTP interface: resend.com/docs/api-reference/emails/send-email. What goes wrong there is in the
 * outcome. Throws only where the shop has no key or no address to send from.
 */
export const sendEmail = async (message: Message): Promise<Outcome> => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from, MAIL_API_URL: apiUrl } = getEnv();
  if (!apiKey || !from) throw new MisconfiguredError('MAIL_API_KEY or MAIL_FROM is missing');
  countAsked('mail');
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
    return { is: 'later', reason, mayBeSent: true };
  }
};
