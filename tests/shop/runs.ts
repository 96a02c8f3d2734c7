import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { afterAll } from 'vitest';

export type Send = () => Promise<Response>;

/**
 * Decides about a call to another service in a run: sends it, returns a response instead, or makes
 * the run crash there. Calls are counted from 0.
 */
export type Meet = (
  call: number,
  send: Send,
  request: Request,
) => Promise<Response | 'crash'> | 'crash';

/** Turns off all timeouts of calls in this test file, since a machine can be slow. */
export const neverTimeOut = (): void => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => new AbortController().signal;
  afterAll(() => void (AbortSignal.timeout = timeout));
};

/** Makes Stripe refuse calls to a path. The SDK does not try those again. */
export const refusing =
  (path: string): Meet =>
  async (_call, send, { url }) => {
    const error = { type: 'invalid_request_error', message: 'Not with this key.' };
    return url.includes(path) ? Response.json({ error }, { status: 403 }) : send();
  };

const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** Ends a run before or after a call: the call never returns, so no code after it runs. */
export const crashAt =
  (call: number, when: 'before' | 'after'): Meet =>
  async (number, send) => {
    if (number !== call) return send();
    if (when === 'after') await send();
    return 'crash';
  };

/**
 * Waits until the code after a crash makes its next call, which never returns. Redis commands of
 * the same moment share one call, so work that runs next could otherwise wait for that call too.
 */
const comeToRest = (): Promise<void> => setTimeoutPromise(5);

/**
 * Runs functions, and passes their calls to other services to the test. Several may run at once.
 */
export const createRuns = () => {
  const runs = new AsyncLocalStorage<(request: Request, send: Send) => Promise<Response>>();
  return {
    /** Sends a call of the current run. */
    send: (request: Request, send: Send): Promise<Response> =>
      runs.getStore()?.(request, send) ?? send(),
    /** Runs a function to its end or its crash. Calls sent before a crash still arrive. */
    runOnce: <T>(work: () => Promise<T>, meet: Meet): Promise<T | 'crashed'> =>
      new Promise((resolve, reject) => {
        const underWay = new Set<Promise<unknown>>();
        let calls = 0;
        let isDead = false;
        const sendInRun = async (request: Request, send: Send): Promise<Response> => {
          if (isDead) return never();
          const sendOnce = async (): Promise<Response> => {
            const sent = send();
            underWay.add(sent);
            return sent.finally(() => underWay.delete(sent));
          };
          // Calls by the services or by a test do not belong to the run.
          const answer = await runs.exit(async () => meet(calls++, sendOnce, request));
          if (answer !== 'crash') return answer;
          isDead = true;
          void Promise.allSettled(underWay)
            .then(comeToRest)
            .then(() => resolve('crashed'));
          return never();
        };
        runs.run(sendInRun, work).then(resolve, reject);
      }),
  };
};
