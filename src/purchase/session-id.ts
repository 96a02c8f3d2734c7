import { findSessionId } from '../contract/order-number.ts';

export const sessionIdParam = (): string | null =>
  new URLSearchParams(window.location.search).get('session_id');

/** Reads the id from the URL, or from the history entry that `hideSessionId` has written. */
export function currentSessionId(): string | null {
  const { sessionId: stored }: { sessionId?: unknown } = Object(window.history.state);
  return (
    findSessionId(sessionIdParam() ?? '') ??
    (typeof stored === 'string' ? findSessionId(stored) : null)
  );
}

/**
 * Moves the id from the URL to the history entry, because any script of the page can read the URL.
 * Reloading the page and the Back button still work.
 */
export function hideSessionId(): void {
  window.history.replaceState({ sessionId: currentSessionId() }, '', window.location.pathname);
}

export const downloadPath = (sessionId: string): string =>
  `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;
