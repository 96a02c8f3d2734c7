const ANSWER_WITHIN_MS = 30_000;

/** Sends a request as all of the shop's are sent: never from a cache, and telling nobody the page's address. */
export function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    ...init,
  });
}

export function sendJson<Body>(path: string, body: Body): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) });
}
