import { ApiError } from '../../api/request.ts';

/** What an answer, or its absence, means for a call that may be made again. */
export type Failure =
  | { readonly kind: 'logged-out' }
  /** `afterMs` where the shop says when. */
  | { readonly kind: 'again'; readonly afterMs: number | null }
  /** The shop answered that it could not. It may have done it all the same. */
  | { readonly kind: 'fault' }
  /** `reason`: a sentence for the owner. */
  | { readonly kind: 'refused'; readonly code: string | null; readonly reason: string | null };

/** The connection to the shop. */
export type Connection = {
  readonly failureOf: (error: unknown) => Failure;
  readonly whenLoggedIn: () => Promise<void>;
  readonly isOnline: () => boolean;
  /** Ends after that many milliseconds, or at once when the browser comes online. */
  readonly waitOrOnline: (milliseconds: number) => Promise<'waited' | 'online'>;
};

/** Nothing at the shop's end, and no answer at all, may pass. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'again', afterMs: null };
  const { status, code, detail, retryAfterMs } = error;
  if (status === 401) return { kind: 'logged-out' };
  if (status === 429) return { kind: 'again', afterMs: retryAfterMs };
  if (status >= 500) return { kind: 'fault' };
  return { kind: 'refused', code, reason: detail };
}

export const waitOrOnline: Connection['waitOrOnline'] = (milliseconds) =>
  new Promise((resolve) => {
    const ends = new AbortController();
    const end = (how: 'waited' | 'online') => () => {
      ends.abort();
      clearTimeout(timer);
      resolve(how);
    };
    const timer = setTimeout(end('waited'), milliseconds);
    window.addEventListener('online', end('online'), ends);
  });
