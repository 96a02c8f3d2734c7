import { ApiError } from '../api/request.ts';

export const NO_ADDRESS =
  'That doesn’t look like an email address. Please check it, as in name@example.com.';

/** Why nothing was sent, and what to do. What the shop says of itself goes before our guess. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return 'We could not reach the shop. Check your connection, and press the button again.';
  }
  if (error.code === 'invalid_request') return NO_ADDRESS;
  return error.detail ?? 'Something went wrong on our side. Please try again in a minute.';
}
