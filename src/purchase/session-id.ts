import { SESSION_ID } from '../contract/order-number.ts';

/** The checkout session in a page's query, or null when there is none that could be one. */
export function readSessionId(query: string): string | null {
  const given = new URLSearchParams(query).get('session_id')?.trim() ?? '';
  return SESSION_ID.test(given) ? given : null;
}

/** The same of what `hideSessionId` has kept in a history entry. */
function keptSessionId(state: unknown): string | null {
  const { sessionId }: { sessionId?: unknown } = Object(state);
  return typeof sessionId === 'string' && SESSION_ID.test(sessionId) ? sessionId : null;
}

/** The checkout session of the page that is open, wherever it stands. */
export function currentSessionId(): string | null {
  return readSessionId(window.location.search) ?? keptSessionId(window.history.state);
}

/** Whether the address of the page names a session at all, even one that cannot be read. */
export function namesSession(): boolean {
  return new URLSearchParams(window.location.search).has('session_id');
}

/**
 * Takes the query out of the address, where any script of the page would read it. The session stays with
 * the history entry, so that the page can be reloaded and come back to.
 */
export function hideSessionId(): void {
  window.history.replaceState({ sessionId: currentSessionId() }, '', window.location.pathname);
}

/** Where the files of a session wait. */
export function downloadPath(sessionId: string): string {
  return `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;
}
