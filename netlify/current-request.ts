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

/** An error that a request has met, for the owner to read. */
export type Failure = {
  /** Unix time in seconds. */
  readonly at: number;
  /** The function's pattern, as in "/api/files/:ticket". */
  readonly route: string;
  /** The request's. */
  readonly id: string;
  /** As it was logged. */
  readonly error: Readonly<Record<string, string>>;
};

let keep: ((failure: Failure) => Promise<void>) | undefined;

/** From now on failures are kept so: called once there is a database, which not every function has. */
export const keepFailuresBy = (to: (failure: Failure) => Promise<void>): void => {
  keep = to;
};

/** Keeps the first error that a request has met; not where the database is what failed. */
export const keepFailure = async (route: string, { id, errors }: CurrentRequest): Promise<void> => {
  const [error] = errors;
  if (!error || errors.some(({ service }) => service === 'orders')) return;
  await keep?.({ at: Math.floor(Date.now() / 1000), route, id, error });
};
