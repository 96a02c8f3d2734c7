import { AsyncLocalStorage } from 'node:async_hooks';

/** Gathered while a request is answered, for its line in the log. */
export type CurrentRequest = {
  readonly id: string;
  /** The number of calls to each service. */
  readonly asked: Record<'redis' | 'stripe' | 'blobs' | 'mail', number>;
  /** Keeps the function running until the work is done, after its answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
};

const requests = new AsyncLocalStorage<CurrentRequest>();

export const newRequest = (id: string, waitUntil: CurrentRequest['waitUntil']): CurrentRequest => ({
  id,
  asked: { redis: 0, stripe: 0, blobs: 0, mail: 0 },
  waitUntil,
});

/** Runs work whose logs and questions belong to a request. */
export const runInRequest = <T>(request: CurrentRequest, work: () => T): T =>
  requests.run(request, work);

/** Undefined outside a request, and in a stream after its answer has begun. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore();

export const countCall = (service: keyof CurrentRequest['asked']): void => {
  const request = requests.getStore();
  if (request) request.asked[service] += 1;
};

/** Begins work that the answer does not wait for. It must not reject. */
export const runAfterResponse = (work: () => Promise<void>): void =>
  requests.getStore()?.waitUntil(work());
