import { tmpdir } from 'node:os';
import { openTicket } from '../../netlify/downloads/tickets.ts';
import { headerFaults } from '../headers.ts';
import { BLOBS, REDIS, STRIPE } from '../model/world.ts';
import type { Case } from './requests.ts';
import type { Stage } from './stage.ts';

export type Answer = {
  /** The function that answered; undefined if none claims the address. */
  readonly from: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly log: string;
};

const PROBLEM_FIELDS = 'code,detail,requestId,status,title,type';
const SESSION = /\bcs_(?:test|live)_\w+/g;
/** Random text, which could contain any word. */
const SEALED_TICKET = /(?<=\/api\/files\/)[\w-]{40,}/g;
const STACK = /\n\s+at |\bat \S+:\d+:\d+|\.[cm]?[jt]s:\d+|file:\/\/\/|node:internal|node_modules/;
const KEY = /\b(?:whsec|sk_test|sk_live|rk_live)_\w+|\b(?:pi|ch|py|cus|re|pm|txn|evt)_[13]\w{22,}/;
/** Variables that contain no secret. */
const PUBLIC = /^(PUBLIC_|STRIPE_API_URL)/;
/** A part of a session id that is still most of the key. */
const MOST_OF_SESSION = -40;

const isProblem = ({ status, headers, body }: Answer): boolean => {
  if (headers.get('content-type') !== 'application/problem+json') return false;
  const problem: Record<string, unknown> = JSON.parse(body.toString());
  const isWhole = Object.keys(problem).toSorted().join() === PROBLEM_FIELDS;
  return isWhole && problem['status'] === status && body.length <= 4096;
};

const mayLeadTo = (location: string, from: string | undefined): boolean =>
  from === 'create-payment'
    ? location.startsWith(`${STRIPE}/c/pay/cs_test_`) || location === '/payment-error'
    : from === 'find-purchase' && location === '/find-purchase#sent';

/** Whether a ticket's file, a part of it or nothing of a file was sent. */
const isFileOfTicket = (stage: Stage, { path }: Case, { status, headers, body }: Answer) => {
  const name = stage.tickets.get(path.split('/').at(-1) ?? '');
  if (name === undefined) return !headers.has('etag') && !body.includes('%PDF');
  return ![200, 206].includes(status) || `%PDF-1.7 ${name}`.includes(body.toString());
};

const mayHaveStatus = ({ signer }: Case, { from, status }: Answer): boolean => {
  if (from !== 'stripe-webhook') return status < 500;
  // 502 makes Stripe send an event about an unknown session again.
  return signer === 'stripe' ? status < 500 || status === 502 : status >= 400 && status < 500;
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
    const found = [...ofMachine, ...secrets].filter((thing) => plain.includes(thing));
    return [...found, ...[STACK, KEY].flatMap((pattern) => pattern.exec(plain)?.[0] ?? [])];
  };

  /** A request gets back its own words. Only the holder of a paid session gets its links. */
  const leaksOf = async (stage: Stage, carried: string, text: string, isCheckout: boolean) => {
    const leaks = leaksIn(stage, text).filter((leak) => !carried.includes(leak));
    const shown = new Set(carried.match(SESSION));
    const isNew = (id: string) => isCheckout && ![...stage.paid, ...stage.unpaid].includes(id);
    leaks.push(...(text.match(SESSION) ?? []).filter((id) => !shown.has(id) && !isNew(id)));
    for (const sealed of text.match(SEALED_TICKET) ?? []) {
      const ticket = await openTicket(sealed, process.env['SIGNING_SECRET'] ?? '');
      const session = ticket?.sessionId ?? '';
      if (!shown.has(session) || !stage.paid.includes(session)) leaks.push(`a ticket: ${sealed}`);
    }
    return leaks;
  };

  /** Returns the faults of an answer and its log lines, in words. */
  return async (stage: Stage, sent: Case, request: Request, answer: Answer): Promise<string[]> => {
    const { from, status, headers, body, log } = answer;
    const isCheckout = from === 'create-payment';
    const text = `${[...headers].join('\n')}\n${body.toString()}`;
    const plain = [request.url, [...request.headers].join('\n'), sent.body ?? ''];
    const carried = [...plain, ...plain.map(decoded)].join('\n');
    const location = headers.get('location');
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    const isError = from !== undefined && status >= 400 && request.method !== 'HEAD' && !isPage;
    const keys = [...stage.paid, ...stage.unpaid].map((id) => id.slice(MOST_OF_SESSION));
    const faults: readonly (readonly [words: string, isWrong: boolean])[] = [
      [`status ${status}`, !mayHaveStatus(sent, answer)],
      ['the address of Stripe', text.includes(STRIPE) && !isCheckout],
      ['an error that is no problem document', isError && !isProblem(answer)],
      [`a way out to ${location}`, location !== null && !mayLeadTo(location, from)],
      ['a file without its ticket', !isFileOfTicket(stage, sent, answer)],
    ];
    const leaks = await leaksOf(stage, carried, text, isCheckout);
    const logged = [...leaksIn(stage, log), ...keys.filter((id) => log.includes(id))];
    return [
      ...faults.flatMap(([words, isWrong]) => (isWrong ? [words] : [])),
      ...leaks.map((leak) => `sent: ${leak}`),
      ...logged.map((leak) => `logged: ${leak}`),
      ...(from === undefined || from === 'not-found' ? [] : headerFaults(headers, 'answer')),
    ];
  };
};
