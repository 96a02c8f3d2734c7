import type { ProblemDetails } from '../contract/problem.ts';

const TIMEOUT_MS = 30_000;

/** Bypasses caches and sends no referrer, because the page's address may contain the session id. */
const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(path, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    ...init,
  });

export function sendJson(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Used if a 429 does not say how long to wait. */
const DEFAULT_WAIT_MS = 10_000;
const MAX_WAIT_MS = 60_000;

/** How long a 429 asks the caller to wait (RFC 9110, section 10.2.3). Null for other answers. */
function retryAfterMs(response: Response): number | null {
  if (response.status !== 429) return null;
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : DEFAULT_WAIT_MS;
}

/** An answer from /api that is not a 2xx. `detail` is a sentence to show to the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ProblemDetails['code'] | null;
  readonly detail: string | null;
  /** Milliseconds to wait before the next try, if the server asks for a wait. */
  readonly retryAfterMs: number | null;

  constructor(response: Response, problem: Partial<ProblemDetails> | null) {
    const { status } = response;
    // The message has neither address nor body, which may contain the session id, the buyer's key.
    super(`the shop answered ${status} ${problem?.code ?? ''}`.trim());
    this.status = status;
    this.code = problem?.code ?? null;
    this.detail = problem?.detail ?? null;
    this.retryAfterMs = retryAfterMs(response);
  }
}

/** Throws an ApiError for an answer that is not a 2xx, and the error of `fetch` if there is none. */
async function accepted(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Partial<ProblemDetails> | null;
  throw new ApiError(response, problem);
}

/** The JSON of an answer. Throws as `accepted` does. */
export const readResponse = async <Answer>(sent: Promise<Response>): Promise<Answer> =>
  (await accepted(sent)).json() as Promise<Answer>;

export const request = (path: string, init?: RequestInit): Promise<Response> =>
  accepted(send(path, init));

export const get = <Answer>(path: string): Promise<Answer> => readResponse(send(path));

export const post = <Answer>(path: string, body: object): Promise<Answer> =>
  readResponse(sendJson(path, body));
