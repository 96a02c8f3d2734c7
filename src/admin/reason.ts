import { ApiError } from '../api/request.ts';

/** Why the shop did not answer as asked, for the owner. */
export const reasonOf = (
  error: unknown,
  otherwise = 'The shop didn’t respond. Please try again.',
): string => (error instanceof ApiError && error.detail) || otherwise;
