import * as z from 'zod/mini';
import { countAsked } from '../current-request.ts';
import type { Message, Outcome, SendMail } from './message.ts';

/** What Resend says of an error, in a field of its own: resend.com/docs/api-reference/errors. */
const errorSchema = z.object({ name: z.string().check(z.regex(/^\w{1,64}$/)) });
const sentSchema = z.object({ id: z.string() });

/** Refusals that an owner can mend: the key, the domain, the plan. The message waits for it. */
const MENDABLE = new Set([401, 403, 429]);

/** The key was used with other words, or before a deploy: that message went out. */
const SENT_BEFORE = 'invalid_idempotent_request';

type Access = {
  readonly apiKey: string;
  /** Only ever a loopback address, for the local inbox; undefined is Resend itself. */
  readonly apiUrl: URL | undefined;
};

type ResendOptions = Access & {
  readonly from: string;
  /** For the whole call, in milliseconds. */
  readonly timeoutInMs?: number;
};

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

/** What retry-after asks for (RFC 9110 section 10.2.3), in its form of seconds. */
const waitOf = ({ headers }: Response): number | undefined =>
  Number(headers.get('retry-after')) || undefined;

const outcomeOf = async (response: Response): Promise<Outcome> => {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { is: 'sent', id: sentSchema.parse(body).id };
  const name = errorSchema.safeParse(body).data?.name;
  const reason = `${status} ${name ?? ''}`.trim();
  if (name === SENT_BEFORE) return { is: 'sent', id: '' };
  // An answer of its own says that it did not take the message; one of a gateway does not.
  if (status >= 500) return { is: 'later', reason, mayBeSent: name === undefined };
  if (status === 409) return { is: 'later', reason, mayBeSent: true };
  return MENDABLE.has(status)
    ? { is: 'later', reason, mayBeSent: false, waitInSeconds: waitOf(response) }
    : { is: 'refused', reason };
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

/** Sends by Resend's HTTP interface: resend.com/docs/api-reference/emails/send-email. */
export const createResend =
  ({ apiKey, from, apiUrl, timeoutInMs = 5000 }: ResendOptions): SendMail =>
  async (message) => {
    countAsked('mail');
    try {
      const response = await callResend({ apiKey, apiUrl }, '/emails', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': message.key },
        body: JSON.stringify(bodyOf(message, from)),
        signal: AbortSignal.timeout(timeoutInMs),
      });
      return await outcomeOf(response);
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      return { is: 'later', reason, mayBeSent: true };
    }
  };
