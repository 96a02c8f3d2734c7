import { AsyncLocalStorage } from 'node:async_hooks';

/** What is gathered while a request is answered, for its line in the log. */
export type CurrentRequest = {
  readonly id: string;
  /** How often each service was asked. */
  readonly asked: Record<'redis' | 'stripe' | 'blobs', number>;
  /** What was logged as an error, as it was logged. */
  readonly errors: Readonly<Record<string, string>>[];
};

const requests = new AsyncLocalStorage<CurrentRequest>();

export const newRequest = (id: string): CurrentRequest => ({
  id,
  asked: { redis: 0, stripe: 0, blobs: 0 },
  errors: [],
});

/** Whatever is logged and asked while the work goes on belongs to that request. */
export const during = <T>(request: CurrentRequest, work: () => T): T => requests.run(request, work);

/** Undefined outside of a request, and where a stream goes on after its answer. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore();

export const countAsked = (service: keyof CurrentRequest['asked']): void => {
  const request = requests.getStore();
  if (request) request.asked[service] += 1;
};
