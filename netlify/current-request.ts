import { AsyncLocalStorage } from 'node:async_hooks';

/** What is gathered while a request is answered, for its line in the log. */
export type CurrentRequest = {
  readonly id: string;
  /** How often each service was asked. */
  readonly asked: Record<'redis' | 'stripe' | 'blobs' | 'mail', number>;
  /** What was logged as an error, as it was logged. */
  readonly errors: Readonly<Record<string, string>>[];
  /** Keeps the function running until the work is done, while its answer is on its way. */
  readonly waitUntil: (work: Promise<unknown>) => void;
};

const requests = new AsyncLocalStorage<CurrentRequest>();

export const newRequest = (id: string, waitUntil: CurrentRequest['waitUntil']): CurrentRequest => ({
  id,
  asked: { redis: 0, stripe: 0, blobs: 0, mail: 0 },
  errors: [],
  waitUntil,
});

/** Whatever is logged and asked while the work goes on belongs to that request. */
export const during = <T>(request: CurrentRequest, work: () => T): T => requests.run(request, work);

/** Undefined outside of a request, and where a stream goes on after its answer. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore();

export const countAsked = (service: keyof CurrentRequest['asked']): void => {
  const request = requests.getStore();
  if (request) request.asked[service] += 1;
};

/** Begins work that the current request's answer does not wait for. It must not reject. */
export const afterAnswer = (work: () => Promise<void>): void =>
  requests.getStore()?.waitUntil(work());
