import { ApiError } from '../api/request.ts';

/** Why the shop did not answer as asked, for the owner. */
export const reasonOf = (error: unknown): string =>
  (error instanceof ApiError && error.detail) || 'The shop did not answer. Please try again.';
