// As in src/contract/orders.ts, whose schema stays on the server.
const SESSION_ID = /^\w{1,255}$/;

/** The checkout session in a page's query, or null when there is none that could be one. */
export function readSessionId(query: string): string | null {
  const given = new URLSearchParams(query).get('session_id')?.trim() ?? '';
  return SESSION_ID.test(given) ? given : null;
}

/** What a buyer may read out to support: the last 8 characters, never the whole key. */
export function orderReference(sessionId: string): string {
  return sessionId.slice(-8);
}

/** Where the files of a session wait. */
export function downloadPath(sessionId: string): string {
  return `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;
}
