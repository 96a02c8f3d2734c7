import { SESSION_ID } from '../contract/order-number.ts';

/** The checkout session in a page's query; null for none or for one that cannot be valid. */
function readSessionId(query: string): string | null {
  const given = new URLSearchParams(query).get('session_id')?.trim() ?? '';
  return SESSION_ID.test(given) ? given : null;
}

/** The session that `hideSessionId` has kept in a history entry. */
function keptSessionId(state: unknown): string | null {
  const { sessionId }: { sessionId?: unknown } = Object(state);
  return typeof sessionId === 'string' && SESSION_ID.test(sessionId) ? sessionId : null;
}

/** The checkout session of the open page, from its query or its history entry. */
export function currentSessionId(): string | null {
  return readSessionId(window.location.search) ?? keptSessionId(window.history.state);
}

/** Whether the page's address has a session, even one that cannot be read. */
export function namesSession(): boolean {
  return new URLSearchParams(window.location.search).has('session_id');
}

/**
 * Removes the query from the address, where any script of the page could read it. The session stays in the history
 * entry, so that the page can be reloaded and returned to.
 */
export function hideSessionId(): void {
  window.history.replaceState({ sessionId: currentSessionId() }, '', window.location.pathname);
}

/** The download page of a session. */
export function downloadPath(sessionId: string): string {
  return `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;
}
