import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBlobs } from '../../netlify/local/blobs.ts';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import { startRedisEngine } from '../../netlify/local/redis-engine.ts';
import { createUpstashRest } from '../../netlify/local/upstash-rest.ts';
import type { FunctionHandler } from '../../netlify/local/routes.ts';
import { type ServiceSecrets, environmentFor } from '../../netlify/local/services-environment.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';
import { createRuns } from './runs.ts';

const SECRETS: ServiceSecrets = {
  stripe: 'sk_test_of_the_tests',
  webhook: 'whsec_of_the_tests',
  mail: 're_of_the_tests',
  stores: 'token-of-the-stores',
};

const PORTS = { site: 7100, stripe: 7101, redis: 7102, blobs: 7103, mail: 7104 } as const;
type Name = keyof typeof PORTS;
export type Service = Exclude<Name, 'site'>;
const NAMES = new Map(Object.entries(PORTS).map(([name, port]) => [String(port), name as Name]));

/** The URL that the functions use for a service. Their calls are counted and can fail. */
const urlForFunctions = (name: Name): string => `http://127.0.0.1:${PORTS[name]}`;
/** The URL that tests use for a service. Their calls never fail. */
const urlForTests = (name: Name): string => `http://localhost:${PORTS[name]}`;

/**
 * 'refused': the connection is refused. 'slow': the service never responds. A number: it responds
 * with this status. 'used up': it responds as Upstash does once the daily request limit is used up.
 * 'cut': it processes the request, but its response breaks off halfway.
 */
export type Failure = 'refused' | 'slow' | '429' | '500' | 'used up' | 'cut';

type Pass = (request: Request) => Response | Promise<Response>;

const broken = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

/**
 * Keeps unanswered requests referenced. Otherwise they could be garbage-collected, and would then
 * never be aborted.
 */
const unanswered = new Set<Request>();

const never = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    unanswered.add(request);
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });

const cutOff = async (response: Response): Promise<Response> => {
  const bytes = await response.bytes();
  if (bytes.byteLength === 0) throw broken('UND_ERR_SOCKET');
  const chunks = [bytes.subarray(0, bytes.byteLength / 2)].values();
  const body = new ReadableStream({
    pull(controller) {
      const { value } = chunks.next();
      if (value) controller.enqueue(value);
      else controller.error(broken('UND_ERR_SOCKET'));
    },
  });
  return new Response(body, response);
};

const USED_UP = 'ERR max daily request limit exceeded. Limit: 10000, Usage: 10000.';

const failBy = async (how: Failure, request: Request, pass: Pass): Promise<Response> => {
  if (how === 'refused') throw broken('ECONNREFUSED');
  if (how === 'slow') return never(request);
  if (how === 'cut') return cutOff(await pass(request));
  if (how === 'used up') return Response.json({ error: USED_UP }, { status: 400 });
  return new Response(`upstream says ${how}`, { status: Number(how) });
};

/** Counts the calls to a service, and can make them fail. */
const createLine = () => {
  const line = { calls: 0, failure: 'none' as Failure | 'none', left: Infinity };
  return {
    calls: () => line.calls,
    /** Makes all further calls, or the next `left` calls, fail in this way. */
    fail: (failure: Failure | 'none', left = Infinity) =>
      void Object.assign(line, { failure, left }),
    pass: async (request: Request, pass: Pass): Promise<Response> => {
      const { failure } = line;
      line.calls += 1;
      line.left -= 1;
      if (line.left <= 0) line.failure = 'none';
      return failure === 'none' ? pass(request) : failBy(failure, request, pass);
    },
  };
};

/**
 * High enough that no test reaches Resend's limit by accident. A test of the limit sets a lower
 * one.
 */
const CALLS_PER_SECOND = 1000;

/** An empty inbox and a new Stripe stand-in. */
const openPayments = () => ({
  mail: createInbox(SECRETS.mail, null, CALLS_PER_SECOND),
  stripe: createStripeStandIn({
    origin: urlForTests('stripe'),
    secretKey: SECRETS.stripe,
    webhookUrl: `${urlForTests('site')}/api/stripe-webhook`,
    webhookSecret: SECRETS.webhook,
    stateFile: null,
  }),
});

/**
 * Starts the local services. Their data is in a folder that is deleted when this process ends.
 * Replaces `fetch`, so that the functions' calls to the services stay in this process.
 */
const start = async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'shop-test-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  process.once('SIGTERM', () => process.exit()); // how Vitest ends a process
  const engine = await startRedisEngine(path.join(directory, 'redis'));
  // The data is not needed after the tests.
  if (engine.isPersistent) await engine.redis.config('SET', 'appendonly', 'no');
  const redis = createUpstashRest(engine.redis, SECRETS.stores);
  const openStore = (number: number) =>
    createBlobs(path.join(directory, `blobs-${number}`), SECRETS.stores);
  let stores = 0;
  const services = { ...openPayments(), redis, blobs: openStore(stores) };
  const lines = {
    redis: createLine(),
    stripe: createLine(),
    blobs: createLine(),
    mail: createLine(),
  };
  const { runOnce, send } = createRuns();
  let site: Pass | undefined;
  const outside = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const name = NAMES.get(url.port);
    if (!name) return outside(input, init);
    const request = new Request(input, init);
    if (name === 'site') return site?.(request) ?? new Response(null, { status: 503 });
    const pass: Pass = (passed) => services[name].fetch(passed);
    return url.origin === urlForTests(name)
      ? pass(request)
      : send(request, () => lines[name].pass(request, pass));
  };
  /** Creates an empty Redis, a new Stripe stand-in and an empty inbox. */
  const emptyServices = async (): Promise<void> => {
    services.stripe.close();
    Object.assign(services, openPayments());
    await engine.redis.flushall();
  };
  return {
    siteUrl: urlForTests('site'),
    redisUrl: urlForTests('redis'),
    stripeUrl: urlForTests('stripe'),
    mailUrl: urlForTests('mail'),
    lines,
    runOnce,
    emptyServices,
    environment: {
      ...environmentFor.stripe(urlForFunctions('stripe'), SECRETS),
      ...environmentFor.redis(urlForFunctions('redis'), SECRETS),
      ...environmentFor.blobs(urlForFunctions('blobs'), SECRETS),
      PUBLIC_SITE_URL: urlForTests('site'),
      SIGNING_SECRET: 'a signing secret of the tests, long enough',
      BUYER_SECRET: 'a secret of the tests that recognizes buyers',
      ADMIN_PASSWORD: 'the password of the tests',
    },
    /** More variables, for a shop that sends email. */
    mailEnvironment: environmentFor.mail(urlForFunctions('mail'), SECRETS),
    /** Deletes the data of all services, and clears all faults. */
    reset: async (handle: FunctionHandler): Promise<void> => {
      for (const { fail } of Object.values(lines)) fail('none');
      await emptyServices();
      services.blobs = openStore((stores += 1));
      site = (request) => handle(request);
    },
  };
};

declare global {
  // Global, because this module is loaded again after `vi.resetModules`.
  var network: ReturnType<typeof start> | undefined;
}

/** The network of this process. Test files in one process run one after another. */
export const openNetwork = (): ReturnType<typeof start> => (globalThis.network ??= start());
