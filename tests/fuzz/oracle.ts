import Stripe from 'stripe';
import { openTicket } from '../../netlify/downloads/tickets.ts';
import { headerFaults } from '../headers.ts';
import { STRIPE } from '../model/world.ts';
import type { Sent } from './case.ts';
import { SEALED_TICKET, type Leaks } from './leaks.ts';
import type { Stage } from './stage.ts';

export type Answer = {
  /** Which function gave it; undefined where none claims the address. */
  readonly from: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
};

const PROBLEM_FIELDS = 'code,detail,requestId,status,title,type';
const MAX_PROBLEM_BYTES = 4096;
const SESSION = /\bcs_(?:test|live)_\w+/g;
const FILE_HEADERS = ['accept-ranges', 'content-range', 'etag'];

const problemFaults = ({ status, headers, body }: Answer): string[] => {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) {
    return ['an error that is no problem document'];
  }
  const problem: Record<string, unknown> = JSON.parse(body.toString());
  return [
    ...(Object.keys(problem).toSorted().join() === PROBLEM_FIELDS ? [] : ['other fields']),
    ...(problem['status'] === status ? [] : ['another status']),
    ...(body.length <= MAX_PROBLEM_BYTES ? [] : [`a problem of ${body.length} bytes`]),
  ];
};

/** Sessions, orders and links go only to who showed the session. */
const sessionFaults = async (
  stage: Stage,
  from: string | undefined,
  carried: string,
  text: string,
) => {
  const shown = new Set(carried.match(SESSION));
  const isNew = (id: string): boolean => from === 'create-payment' && !stage.sessions.has(id);
  const faults = (text.match(SESSION) ?? [])
    .filter((id) => !shown.has(id) && !isNew(id))
    .map((id) => `a session of somebody else: ${id}`);
  for (const sealed of text.match(SEALED_TICKET) ?? []) {
    const ticket = await openTicket(sealed, process.env['SIGNING_SECRET'] ?? '');
    const session = ticket?.sessionId ?? '';
    if (!shown.has(session) || !stage.paid.has(session)) faults.push('a ticket without a right');
  }
  return faults;
};

/** As http/body.ts and the webhooks say. */
const MOST_BODY_BYTES: Readonly<Record<string, number>> = {
  'stripe-webhook': 512 * 1024,
  'mail-webhook': 64 * 1024,
};
const MOST_FORM_BYTES = 16 * 1024;

/** A function that reads a body must stop, and say so; one that leaves it unread may do as it likes. */
const bodyFaults = ({ request, payload }: Sent, { from = '', status }: Answer): string[] => {
  const isTooLarge = Buffer.byteLength(payload) > (MOST_BODY_BYTES[from] ?? MOST_FORM_BYTES);
  // 303: a browser's form is led to a page that says so.
  const isRefused = status === 413 || status === 303;
  return isTooLarge && request.bodyUsed && !isRefused ? ['a body without a bound'] : [];
};

const redirectFaults = ({ from, headers }: Answer): string[] => {
  const location = headers.get('location');
  if (location === null) return [];
  const isRight = location.startsWith(`${STRIPE}/c/pay/cs_test_`) || location === '/payment-error';
  if (from === 'create-payment' && isRight) return [];
  if (from === 'find-purchase' && location === '/find-purchase#sent') return [];
  return [`a way out to ${location}`];
};

const isOfFile = ({ body, headers }: Answer): boolean =>
  FILE_HEADERS.some((name) => headers.has(name)) || body.includes('%PDF');

const fileFaults = (stage: Stage, answer: Answer, { url, method }: Request): string[] => {
  const sealed = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = stage.tickets.get(sealed);
  if (name === undefined) return isOfFile(answer) ? ['a file without a right ticket'] : [];
  const isSent = [200, 206].includes(answer.status) && method !== 'HEAD';
  if (!isSent) return [];
  return `%PDF-1.7 ${name}`.includes(answer.body.toString()) ? [] : ['another file'];
};

const isSigned = ({ request, payload }: Sent): boolean => {
  const signature = request.headers.get('stripe-signature') ?? '';
  const secret = process.env['STRIPE_WEBHOOK_SECRET'] ?? '';
  try {
    return Boolean(Stripe.webhooks.constructEvent(payload, signature, secret));
  } catch {
    return false;
  }
};

const statusFaults = (sent: Sent, { from, status }: Answer): string[] => {
  const isEvent = from === 'stripe-webhook';
  if (isEvent && status < 300 && !isSigned(sent)) return ['an event that Stripe did not sign'];
  // Nobody on the stage has that secret.
  if (from === 'mail-webhook' && status < 300)
    return ['an event that the mail service did not sign'];
  // Stripe is to send again what it signed about a session that is not there.
  const isToComeAgain = isEvent && status === 502 && isSigned(sent);
  return status >= 500 && !isToComeAgain ? [`${status}`] : [];
};

/** What is wrong with an answer, in words. */
export const faultsOf = async (
  leaks: Leaks,
  stage: Stage,
  sent: Sent,
  answer: Answer,
): Promise<string[]> => {
  const { request, carried } = sent;
  const { from, status, headers, body } = answer;
  const text = `${[...headers].join('\n')}\n${body.toString()}`;
  const isPage = headers.get('content-type')?.startsWith('text/html');
  const isProblem = from !== undefined && status >= 400 && request.method !== 'HEAD' && !isPage;
  return [
    ...statusFaults(sent, answer),
    ...leaks.inAnswer(stage, text, carried),
    ...(text.includes(STRIPE) && from !== 'create-payment' ? ['where Stripe is'] : []),
    ...(from === undefined || from === 'not-found' ? [] : headerFaults(headers, 'answer')),
    ...(isProblem ? problemFaults(answer) : []),
    ...bodyFaults(sent, answer),
    ...redirectFaults(answer),
    ...fileFaults(stage, answer, request),
    ...(await sessionFaults(stage, from, carried, text)),
  ];
};
