import type { CurrentRequest } from '../current-request.ts';
import type { Failure } from '../health/past-checks.ts';

type Keep = (failure: Failure) => Promise<void>;

let keep: Keep = async () => {};

/** Told once there is a database, which not every function has. */
export const keepFailuresBy = (to: Keep): void => {
  keep = to;
};

/** Keeps the first error that a request has met for the owner; not where the database is what failed. */
export const keepFailure = async (route: string, { id, errors }: CurrentRequest): Promise<void> => {
  const [error] = errors;
  if (!error || errors.some(({ service }) => service === 'orders')) return;
  await keep({ at: Math.floor(Date.now() / 1000), route, id, error });
};
