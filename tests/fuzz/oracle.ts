import { tmpdir } from 'node:os';
import { openTicket } from '../../netlify/downloads/tickets.ts';
import { headerFaults } from '../headers.ts';
import { BLOBS, REDIS, STRIPE } from '../model/world.ts';
import type { Case } from './case.ts';
import type { Stage } from './stage.ts';

type Answer = {
  /** Which function gave it; undefined where none claims the address. */
  readonly from: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly log: readonly string[];
};

const PROBLEM_FIELDS = 'code,detail,requestId,status,title,type';
const MAX_PROBLEM_BYTES = 4096;
const SESSION = /\bcs_(?:test|live)_\w+/g;
/** Noise to everybody, in which any word could turn up. */
const SEALED_TICKET = /(?<=\/api\/files\/)[\w-]{40,}/g;
const STACK = /\n\s+at |\bat \S+:\d+:\d+|\.[cm]?[jt]s:\d+|file:\/\/\/|node:internal|node_modules/;
const KEY = /\b(?:whsec|sk_test|sk_live|rk_live)_\w+|\b(?:pi|ch|py|cus|re|pm|txn|evt)_[13]\w{22,}/;
/** Variables that hold no secret; where Stripe is, buyers are told. */
const PUBLIC = /^(PUBLIC_|STRIPE_API_URL)/;
/** A part of a session id that is still most of the key. */
const MOST_OF_SESSION = -40;

const problemFaults = ({ status, headers, body }: Answer): string[] => {
  if (headers.get('content-type') !== 'application/problem+json') {
    return ['an error that is no problem document'];
  }
  const problem: Record<string, unknown> = JSON.parse(body.toString());
  const isWhole = Object.keys(problem).toSorted().join() === PROBLEM_FIELDS;
  const isRight = isWhole && problem['status'] === status && body.length <= MAX_PROBLEM_BYTES;
  return isRight ? [] : [`a problem that says ${JSON.stringify(problem)}`];
};

const wayOutFaults = ({ from, headers }: Answer): string[] => {
  const location = headers.get('location');
  const isRight =
    location === null ||
    (from === 'create-payment' &&
      (location.startsWith(`${STRIPE}/c/pay/cs_test_`) || location === '/payment-error')) ||
    (from === 'find-purchase' && location === '/find-purchase#sent');
  return isRight ? [] : [`a way out to ${location}`];
};

const fileFaults = (stage: Stage, { method, url }: Request, { status, headers, body }: Answer) => {
  const sealed = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = stage.tickets.get(sealed);
  if (name === undefined) {
    const isOfFile = headers.has('content-range') || headers.has('etag') || body.includes('%PDF');
    return isOfFile ? ['a file without a right ticket'] : [];
  }
  const isSent = [200, 206].includes(status) && method !== 'HEAD';
  return !isSent || `%PDF-1.7 ${name}`.includes(body.toString()) ? [] : ['another file'];
};

const statusFaults = ({ signer }: Case, { from, status }: Answer): string[] => {
  const isSigned = from === 'stripe-webhook' && signer === 'stripe';
  if (from === 'stripe-webhook' && status < 300 && !isSigned)
    return ['an event that nobody signed'];
  // Stripe is to send again what it signed about a session that is not there.
  return status >= 500 && !(isSigned && status === 502) ? [`${status}`] : [];
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** `before` is the environment as it was before the world put its secrets there. */
export const createOracle = (before: NodeJS.ProcessEnv) => {
  const values = Object.entries(process.env)
    .filter(([name, value]) => before[name] !== value && !PUBLIC.test(name))
    .map(([, value]) => value ?? '');
  const ofMachine = [...values, REDIS, BLOBS, process.cwd(), `${tmpdir()}/world-`];

  const leaksIn = ({ secrets }: Stage, text: string): string[] => {
    const plain = text.replace(SEALED_TICKET, '');
    const told = [...ofMachine, ...secrets].filter((thing) => plain.includes(thing));
    return [...told, ...[STACK, KEY].flatMap((pattern) => pattern.exec(plain)?.[0] ?? [])];
  };

  /** What no log may hold, whoever sent it. */
  const logFaults = (stage: Stage, log: readonly string[]): string[] => {
    const sessions = [...stage.paid, ...stage.unpaid].map((id) => id.slice(MOST_OF_SESSION));
    const logged = log.join('\n');
    const leaks = [...leaksIn(stage, logged), ...sessions.filter((id) => logged.includes(id))];
    return leaks.map((leak) => `logged: ${leak}`);
  };

  /** What an answer tells that its request did not say itself; sessions and links only to who showed the session. */
  const leakFaults = async (stage: Stage, carried: string, text: string, isCheckout: boolean) => {
    const leaks = leaksIn(stage, text).filter((leak) => !carried.includes(leak));
    const shown = new Set(carried.match(SESSION));
    const isNew = (id: string) => isCheckout && ![...stage.paid, ...stage.unpaid].includes(id);
    leaks.push(...(text.match(SESSION) ?? []).filter((id) => !shown.has(id) && !isNew(id)));
    for (const sealed of text.match(SEALED_TICKET) ?? []) {
      const ticket = await openTicket(sealed, process.env['SIGNING_SECRET'] ?? '');
      const session = ticket?.sessionId ?? '';
      if (!shown.has(session) || !stage.paid.includes(session)) leaks.push('a ticket for nobody');
    }
    return leaks.map((leak) => `told: ${leak}`);
  };

  /** What is wrong with an answer, in words. */
  return async (stage: Stage, sent: Case, request: Request, answer: Answer): Promise<string[]> => {
    const { from, status, headers, body, log } = answer;
    const isCheckout = from === 'create-payment';
    const text = `${[...headers].join('\n')}\n${body.toString()}`;
    const plain = [request.url, [...request.headers].join('\n'), sent.body ?? ''];
    const carried = [...plain, ...plain.map(decoded)].join('\n');
    const isPage = headers.get('content-type')?.startsWith('text/html');
    const isProblem = from !== undefined && status >= 400 && request.method !== 'HEAD' && !isPage;
    return [
      ...statusFaults(sent, answer),
      ...(await leakFaults(stage, carried, text, isCheckout)),
      ...logFaults(stage, log),
      ...(text.includes(STRIPE) && !isCheckout ? ['where Stripe is'] : []),
      ...(from === undefined || from === 'not-found' ? [] : headerFaults(headers, 'answer')),
      ...(isProblem ? problemFaults(answer) : []),
      ...wayOutFaults(answer),
      ...fileFaults(stage, request, answer),
    ];
  };
};
