import { tmpdir } from 'node:os';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openTicket } from '../../netlify/downloads/access.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { REPLAYED, SEED, runsOf } from '../depth.ts';
import { headerFaults } from '../headers.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { type Case, requestsFrom, toRequest } from './requests.ts';
import { BUYER, setStage } from './stage.ts';

const REQUESTS = runsOf(600, 30_000);
/** The addresses of files are random text, which could contain any word. */
const SEALED = /(?<=\/api\/files\/)[\w-]{40,}/g;
const STACK = /\n\s+at |\bat \S+:\d+:\d+|\.[cm]?[jt]s:\d+|file:\/\/\/|node:internal|node_modules/;
const KEY =
  /\b(?:whsec|sk_test|sk_live|rk_live)_\w+|\b(?:pi|ch|py|cus|re|pm|txn|evt|dp)_[13]\w{22,}/;

const before = { ...process.env };
const shop = await openMailShop();
const routes = await loadRoutes();

/** Settings of the shop, folders of this machine, and the buyer's data. */
const SECRETS = [process.cwd(), tmpdir(), ...Object.values(BUYER)];
for (const [name, value = ''] of Object.entries(process.env)) {
  const isPublic = /^(PUBLIC_|STRIPE_API_URL)/.test(name);
  if (before[name] !== value && !isPublic) SECRETS.push(value);
}

test('no request makes a function fail, or reveal anything private', async () => {
  const { paid, others, open, right } = await setStage(shop);
  const sessions = [...paid, ...others];
  const log: string[] = [];
  for (const name of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((...words) => void log.push(words.join(' ')));
  }

  /** A request gets back its own words. Only whoever sent a paid session gets its links. */
  const leaksIn = async (text: string, carried = ''): Promise<string[]> => {
    const plain = text.replace(SEALED, '');
    const patterns = [STACK, KEY].flatMap((pattern) => pattern.exec(plain)?.[0] ?? []);
    // Most of a session's id would do.
    const ids = sessions.map((id) => id.slice(-40));
    const leaks = [...SECRETS, ...ids, ...patterns].filter(
      (leak) => plain.includes(leak) && !carried.includes(leak),
    );
    for (const sealed of text.match(SEALED) ?? []) {
      const { sessionId = '' } = (await openTicket(sealed)) ?? {};
      const isOwn = paid.includes(sessionId) && carried.includes(sessionId);
      if (!isOwn && !carried.includes(sealed)) leaks.push(sealed);
    }
    return leaks;
  };

  const served = new Set<string | undefined>();
  const faultsOf = async (given: Case): Promise<string[]> => {
    const request = toRequest(given, shop.siteUrl);
    const { url } = request;
    const from = routes.find(({ claims }) => claims(url))?.name;
    log.length = 0;
    const response = await shop.call(url, request);
    const { status, headers } = response;
    const body = await response.text();
    if (status < 400) served.add(from);
    const type = headers.get('content-type') ?? '';
    const isFile = type === 'application/pdf';
    const isProblem = type === 'application/problem+json' && body.includes(`"status":${status},`);
    const mayBeOther = status < 400 || body === '' || type.startsWith('text/html');
    // Stripe is to send an event again that its answers don't show.
    const maySendAgain = from === 'stripe-webhook' && status === 502;
    const carried = [url, ...[...request.headers].flat(), given.body].join('\n');
    const faults: readonly (readonly [words: string, isWrong: boolean])[] = [
      [`status ${status}`, status >= 500 && !maySendAgain],
      ['an error that is no problem document', from !== undefined && !isProblem && !mayBeOther],
      ['a file without its link', isFile && !open.includes(new URL(url).pathname)],
    ];
    return [
      ...faults.flatMap(([words, isWrong]) => (isWrong ? [words] : [])),
      ...(await leaksIn(`${[...headers].join('\n')}\n${isFile ? '' : body}`, carried)),
      ...(await leaksIn(log.join('\n'))),
      ...(from === undefined || from === 'not-found' ? [] : headerFaults(headers, 'answer')),
    ];
  };

  const passes = async (given: Case): Promise<void> => {
    const faults = await faultsOf(given);
    if (faults.length > 0) throw new Error(faults.join('; '));
  };
  const property = fc.asyncProperty(requestsFrom(right), passes);
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED, ...REPLAYED });
  // Most requests are nearly right.
  const refusing = new Set(['admin', 'not-found', 'withdraw']);
  const serving = routes.map(({ name }) => name).filter((name) => !refusing.has(name));
  expect([...served]).toEqual(expect.arrayContaining(serving));
});
