import type { ProblemDetails } from '../contract/problem.ts';

const ANSWER_WITHIN_MS = 30_000;

/** Sends a request as all of the shop's are sent: never from a cache, and telling nobody the page's address. */
function send(path: string, init: RequestInit = {}): Promise<Response> {
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

/** Where the shop asks a caller to wait and does not say for how long; and the longest it may ask for. */
const WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;

/** How long a 429 asks to wait (RFC 9110 section 10.2.3); null for other answers. */
function retryAfterMs(response: Response): number | null {
  if (response.status !== 429) return null;
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : WAIT_MS;
}

/** An answer of /api that is not a 2xx. `detail` is a sentence for the buyer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ProblemDetails['code'] | null;
  readonly detail: string | null;
  /** Milliseconds to wait before asking again, where the shop asks for that; else null. */
  readonly retryAfterMs: number | null;

  constructor(response: Response, problem: Partial<ProblemDetails> | null) {
    const { status } = response;
    // Neither address nor body: both may hold the session id, which is the buyer's key.
    super(`the shop answered ${status} ${problem?.code ?? ''}`.trim());
    this.status = status;
    this.code = problem?.code ?? null;
    this.detail = problem?.detail ?? null;
    this.retryAfterMs = retryAfterMs(response);
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Partial<ProblemDetails> | null;
  return new ApiError(response, problem);
}

/** Throws ApiError for an answer that is not a 2xx, and what `fetch` throws where there is none. */
async function accepted(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (response.ok) return response;
  throw await errorOf(response);
}

/** The JSON of an answer; throws as above. */
export async function answerOf<Answer>(sent: Promise<Response>): Promise<Answer> {
  const response = await accepted(sent);
  return (await response.json()) as Answer;
}

export function request(path: string, init?: RequestInit): Promise<Response> {
  return accepted(send(path, init));
}

export function get<Answer>(path: string): Promise<Answer> {
  return answerOf(send(path));
}

export function post<Body, Answer>(path: string, body: Body): Promise<Answer> {
  return answerOf(sendJson(path, body));
}
