import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Waits until pending callers have asked for a turn. Calls cannot wait for every other one, since two of the same tick
 * may share a request. A slow machine changes the order, but no result.
 */
const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
};

export type Turns = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Runs simultaneous calls one after another. `choices` decide the order, so that a race can be replayed.
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

/** A crash of a function's run at one of its outside calls, counted from 0. */
export type Crash = { readonly call: number; readonly when: 'before' | 'after' };

/** Runs right before or after an outside call, while the function waits. */
export type AtCall = (call: number, when: 'before' | 'after') => Promise<void>;

type Run = {
  readonly crash: Crash | null;
  /** How many of Stripe's next answers are old. */
  lag: number;
  readonly turns: Turns;
  readonly atCall: AtCall | null;
  readonly end: () => void;
  readonly addresses: string[];
  /** The calls in progress. They still arrive after a crash, but before `runOnce` returns. */
  readonly underWay: Set<Promise<unknown>>;
  dead: boolean;
};

export type Outcome<T> = {
  /** undefined if the run crashed. */
  readonly value: T | undefined;
  /** The services that were called, in order. */
  readonly calls: readonly string[];
  /** How many of Stripe's answers were old. */
  readonly lagged: number;
};

type Service = (request: Request) => Response | Promise<Response>;

/** Stripe's answers about one session, its refunds and its disputes. */
const MAY_LAG = /\/v1\/(checkout\/sessions\/cs_|refunds\?|disputes\?)/;
const LONGEST_LAG_IN_MS = 60_000;

/** Stripe's different answers by address, the oldest first, and when each was last given. */
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
 * Replaces `fetch`, by which the functions reach Redis, Blobs and Stripe, by services in this process. A crash is a call
 * that never returns, so that the code after it does not run.
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
    // Calls inside the services are not the function's.
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
    /** Forgets Stripe's answers, so that none is repeated. */
    forget: () => last.clear(),
    restore: () => void (globalThis.fetch = original),
  };
};

/** `lag`: how many of Stripe's answers are old. */
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
      // The calls of a rival are not this run's.
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
