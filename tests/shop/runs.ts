import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { afterAll } from 'vitest';

export type Send = () => Promise<Response>;

/**
 * Handles a run's call to another service: sends it, returns a response instead, or crashes the run
 * at this point. Calls are counted from 0.
 */
export type Meet = (
  call: number,
  send: Send,
  request: Request,
) => Promise<Response | 'crash'> | 'crash';

/** Disables the timeouts of all calls in this test file, since the machine can be slow. */
export const neverTimeOut = (): void => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => new AbortController().signal;
  afterAll(() => void (AbortSignal.timeout = timeout));
};

/** Makes Stripe refuse calls to a path. The SDK does not retry them. */
export const refusing =
  (path: string): Meet =>
  async (_call, send, { url }) => {
    const error = { type: 'invalid_request_error', message: 'Not with this key.' };
    return url.includes(path) ? Response.json({ error }, { status: 403 }) : send();
  };

const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** Crashes a run before or after a call: the call never returns, so no code after it runs. */
export const crashAt =
  (call: number, when: 'before' | 'after'): Meet =>
  async (number, send) => {
    if (number !== call) return send();
    if (when === 'after') await send();
    return 'crash';
  };

/**
 * Waits until other code of a crashed run has made its next call, which never returns. Redis
 * commands that are sent at the same moment share one call, so the next run could otherwise share
 * that call and wait forever.
 */
const settle = (): Promise<void> => setTimeoutPromise(5);

/**
 * Runs functions, and lets the test handle their calls to other services. Several runs can overlap.
 */
export const createRuns = () => {
  const runs = new AsyncLocalStorage<(request: Request, send: Send) => Promise<Response>>();
  return {
    /** Lets the current run handle a call. Without a run, sends the call. */
    send: (request: Request, send: Send): Promise<Response> =>
      runs.getStore()?.(request, send) ?? send(),
    /** Runs a function until it returns or crashes. Calls sent before a crash still arrive. */
    runOnce: <T>(work: () => Promise<T>, meet: Meet): Promise<T | 'crashed'> =>
      new Promise((resolve, reject) => {
        const pending = new Set<Promise<unknown>>();
        let calls = 0;
        let isDead = false;
        const sendInRun = async (request: Request, send: Send): Promise<Response> => {
          if (isDead) return never();
          const sendOnce = async (): Promise<Response> => {
            const sent = send();
            pending.add(sent);
            return sent.finally(() => pending.delete(sent));
          };
          // Calls by the services or by a test do not belong to the run.
          const result = await runs.exit(async () => meet(calls++, sendOnce, request));
          if (result !== 'crash') return result;
          isDead = true;
          void Promise.allSettled(pending)
            .then(settle)
            .then(() => resolve('crashed'));
          return never();
        };
        runs.run(sendInRun, work).then(resolve, reject);
      }),
  };
};
