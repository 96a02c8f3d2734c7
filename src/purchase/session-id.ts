import { findSessionId } from '../contract/order-number.ts';

/** The `session_id` in the page's address; null if there is none. */
const named = (): string | null => new URLSearchParams(window.location.search).get('session_id');

/** The checkout session of the open page, from its address or from the history entry that `hideSessionId` has written. */
export function currentSessionId(): string | null {
  const { sessionId: kept }: { sessionId?: unknown } = Object(window.history.state);
  return findSessionId(named() ?? '') ?? (typeof kept === 'string' ? findSessionId(kept) : null);
}

/** Whether the page's address has a session, even one that cannot be read. */
export const namesSession = (): boolean => named() !== null;

/**
 * Removes the query from the address, because any script of the page could read it there. The session stays in the history
 * entry, so that the page can be reloaded and returned to.
 */
export function hideSessionId(): void {
  window.history.replaceState({ sessionId: currentSessionId() }, '', window.location.pathname);
}

/** The download page of a session. */
export function downloadPath(sessionId: string): string {
  return `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;
}
