import { ApiError } from '../api/request.ts';

/** The server's explanation of an error, or `otherwise` if it gave none. */
export const reasonOf = (
  error: unknown,
  otherwise = 'The shop didn’t respond. Please try again.',
): string => (error instanceof ApiError && error.detail) || otherwise;
