import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Until who is about to make a call has asked for a turn. Calls cannot wait until every other has asked: two
 * that begin in the same tick may ride in one request. A slow machine changes the order, and no verdict.
 */
const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
};

export type Turns = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Lets calls that want to happen at once happen one after another. Whose turn it is, `choices` say, so
 * that a race that went wrong goes wrong again.
 */
export const createTurns = (choices: readonly number[]): Turns => {
  const waiting: (() => void)[] = [];
  let granted = 0;
  let busy = false;
  const grant = async (): Promise<void> => {
    await quiet();
    const choice = choices[granted % choices.length] ?? 0;
    granted += 1;
    const [go] = waiting.splice(choice % waiting.length, 1);
    go?.();
  };
  return async (call) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (busy) return;
      busy = true;
      void grant();
    });
    try {
      return await call();
    } finally {
      if (waiting.length > 0) void grant();
      else busy = false;
    }
  };
};

/** What breaks one run of a function, at which of its outside calls, counted from 0. */
export type Crash = { readonly call: number; readonly when: 'before' | 'after' };

/** Something that happens right before or after an outside call, while the function waits for it. */
export type AtCall = (call: number, when: 'before' | 'after') => Promise<void>;

type Run = {
  readonly crash: Crash | null;
  /** How many of Stripe's next answers are as they were. */
  lag: number;
  readonly turns: Turns;
  readonly atCall: AtCall | null;
  readonly end: () => void;
  readonly addresses: string[];
  /** The calls under way. They still arrive when the machine has been switched off, but not later than that. */
  readonly underWay: Set<Promise<unknown>>;
  dead: boolean;
};

export type Outcome<T> = {
  /** undefined where the run crashed. */
  readonly value: T | undefined;
  /** The services that were called, in order. */
  readonly calls: readonly string[];
  /** How many of Stripe's answers were those of a moment ago. */
  readonly lagged: number;
};

type Service = (request: Request) => Response | Promise<Response>;

/** Stripe's answers about one session, its refunds and its disputes. */
const MAY_LAG = /\/v1\/(checkout\/sessions\/cs_|refunds\?|disputes\?)/;
const LONGEST_LAG_IN_MS = 60_000;

/** By address, Stripe's different answers, the oldest first, and when each was last given. */
type LastAnswers = Map<string, { readonly text: string; at: number }[]>;

/** Answers a call. While a run's answers lag, Stripe gives the oldest answer of the last minute. */
const answerOf = async (
  service: Service,
  request: Request,
  { run, last }: { run: Run; last: LastAnswers },
): Promise<Response> => {
  const { method, url } = request;
  if (method !== 'GET' || !MAY_LAG.test(url)) return service(request);
  const known = last.get(url) ?? [];
  const old = known.find(({ at }) => Date.now() - at < LONGEST_LAG_IN_MS);
  if (run.lag > 0 && old) {
    run.lag -= 1;
    return new Response(old.text, { headers: { 'content-type': 'application/json' } });
  }
  const response = await service(request);
  const text = await response.text();
  const newest = known.at(-1);
  if (newest?.text === text) newest.at = Date.now();
  else if (response.ok) last.set(url, [...known, { text, at: Date.now() }]);
  return new Response(text, response);
};

const never = <T>(): Promise<T> => new Promise<T>(() => {});

const runs = new AsyncLocalStorage<Run>();

/**
 * Takes the place of `fetch`, through which the functions reach Redis, Blobs and Stripe, and leads it
 * to services in this process, by origin. A crash is a call that never comes back: the code after it
 * does not run, as if the machine had been switched off there.
 */
export const interceptFetch = (services: ReadonlyMap<string, Service>) => {
  const original = globalThis.fetch;
  const last: LastAnswers = new Map();
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    const service = services.get(origin);
    if (!service) throw new TypeError(`no service at ${origin}`);
    const run = runs.getStore();
    if (!run) return service(request);
    if (run.dead) return never();
    const call = run.addresses.push(origin) - 1;
    const dies = (when: Crash['when']): boolean =>
      run.crash?.call === call && run.crash.when === when;
    if (dies('before')) {
      run.end();
      return never();
    }
    await run.atCall?.(call, 'before');
    // What happens inside the services is no call of the function's.
    const served = run.turns(() => runs.exit(() => answerOf(service, request, { run, last })));
    run.underWay.add(served);
    const response = await served.finally(() => run.underWay.delete(served));
    await run.atCall?.(call, 'after');
    if (dies('after')) {
      run.end();
      return never();
    }
    return response;
  };
  return {
    /** Forgets what Stripe said, so that no answer is from before. */
    forget: () => last.clear(),
    restore: () => void (globalThis.fetch = original),
  };
};

/** `lag`: how many of Stripe's answers are those of a moment ago. */
export type RunOptions = { crash?: Crash | null; turns?: Turns; atCall?: AtCall; lag?: number };

/** Runs a function to its end, or to its crash. */
export const runOnce = <T>(
  work: () => Promise<T>,
  { crash = null, turns = (call) => call(), atCall, lag = 0 }: RunOptions = {},
): Promise<Outcome<T>> =>
  new Promise((resolve, reject) => {
    const addresses: string[] = [];
    const run: Run = {
      crash,
      lag,
      turns,
      // A rival has calls of its own, which are not this run's.
      atCall: atCall ? (call, when) => runs.exit(() => atCall(call, when)) : null,
      addresses,
      underWay: new Set(),
      dead: false,
      end: () => {
        run.dead = true;
        void Promise.allSettled(run.underWay).then(() => resolve(outcome(undefined)));
      },
    };
    const outcome = (value: T | undefined): Outcome<T> => ({
      value,
      calls: addresses,
      lagged: lag - run.lag,
    });
    runs.run(run, work).then((value) => resolve(outcome(value)), reject);
  });
