import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { afterAll } from 'vitest';

export type Send = () => Promise<Response>;

/** Decides about an outside call of a run, counted from 0: sends it, answers in its place, or lets the run crash there. */
export type Meet = (
  call: number,
  send: Send,
  request: Request,
) => Promise<Response | 'crash'> | 'crash';

/** Lets no call of this test file time out, however slow the machine is. */
export const neverTimeOut = (): void => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => new AbortController().signal;
  afterAll(() => void (AbortSignal.timeout = timeout));
};

/** Stripe refuses to answer at a path. The SDK does not ask again. */
export const refusing =
  (path: string): Meet =>
  async (_call, send, { url }) => {
    const error = { type: 'invalid_request_error', message: 'Not with this key.' };
    return url.includes(path) ? Response.json({ error }, { status: 403 }) : send();
  };

const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** A crash before or after an outside call is a call that never returns, so that the code after it does not run. */
export const crashAt =
  (call: number, when: 'before' | 'after'): Meet =>
  async (number, send) => {
    if (number !== call) return send();
    if (when === 'after') await send();
    return 'crash';
  };

/**
 * Lets the code after a crash come to its next outside call, which never returns. Redis commands of the same moment
 * share one call, so what runs next could otherwise wait for it too.
 */
const comeToRest = (): Promise<void> => setTimeoutPromise(5);

/** Runs functions whose outside calls a test meets. Several may run at once. */
export const createRuns = () => {
  const runs = new AsyncLocalStorage<(request: Request, send: Send) => Promise<Response>>();
  return {
    /** A call by whatever runs now. */
    send: (request: Request, send: Send): Promise<Response> =>
      runs.getStore()?.(request, send) ?? send(),
    /** Runs a function to its end, or to its crash. Calls under way still arrive then. */
    runOnce: <T>(work: () => Promise<T>, meet: Meet): Promise<T | 'crashed'> =>
      new Promise((resolve, reject) => {
        const underWay = new Set<Promise<unknown>>();
        let [calls, isDead] = [0, false];
        const sendInRun = async (request: Request, send: Send): Promise<Response> => {
          if (isDead) return never();
          const sendOnce = async (): Promise<Response> => {
            const sent = send();
            underWay.add(sent);
            return sent.finally(() => underWay.delete(sent));
          };
          // Calls of the services and of a test are not the run's.
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
