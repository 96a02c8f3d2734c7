import { AsyncLocalStorage } from 'node:async_hooks';

export type CurrentRequest = {
  readonly id: string;
  /** How many calls the request made to each service. Written to the log line. */
  readonly asked: Record<'redis' | 'stripe' | 'blobs' | 'mail', number>;
  /** Keeps the function running after its response until the work is done. */
  readonly waitUntil: (work: Promise<unknown>) => void;
};

const requests = new AsyncLocalStorage<CurrentRequest>();

export const newRequest = (id: string, waitUntil: CurrentRequest['waitUntil']): CurrentRequest => ({
  id,
  asked: { redis: 0, stripe: 0, blobs: 0, mail: 0 },
  waitUntil,
});

export const runInRequest = <T>(request: CurrentRequest, work: () => T): T =>
  requests.run(request, work);

/** Undefined outside a request, and in a stream once its response has started. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore();

export const countCall = (service: keyof CurrentRequest['asked']): void => {
  const request = currentRequest();
  if (request) request.asked[service] += 1;
};

/**
 * Starts `work` immediately. The response does not wait for it, but the function keeps running
 * until it is done. `work` must not reject. Does nothing outside a request.
 */
export const runInBackground = (work: () => Promise<void>): void =>
  currentRequest()?.waitUntil(work());
