import type { ProblemDetails } from '../contract/problem.ts';

const TIMEOUT_MS = 30_000;

/** Like `AbortSignal.timeout`, which Safari before 16 and Chrome before 103 lack. */
function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('no response in time', 'TimeoutError')), ms);
  return controller.signal;
}

/** The request was not sent, because the browser lacks a feature that the request needs. */
export class UnsentError extends Error {
  override name = 'UnsentError';
}

type Init = RequestInit & {
  /** Ignored if the request has a `signal`. */
  timeoutMs?: number;
};

/**
 * Sends no referrer, because the page's URL may contain the session id. Rejects with an
 * `UnsentError` if `fetch` throws, or with the error that `fetch` rejects with.
 */
async function send(path: string, { timeoutMs = TIMEOUT_MS, ...init }: Init = {}) {
  let response: Promise<Response>;
  try {
    const signal = init.signal ?? abortAfter(timeoutMs);
    response = fetch(path, { cache: 'no-store', referrerPolicy: 'no-referrer', ...init, signal });
  } catch (error) {
    throw new UnsentError(String(error));
  }
  return response;
}

export function sendJson(path: string, body: object, init: Init = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return send(path, { method: 'POST', headers, body: JSON.stringify(body), ...init });
}

/** Used if a 429 does not say how long to wait. */
const DEFAULT_WAIT_MS = 10_000;
const MAX_WAIT_MS = 60_000;

/** RFC 9110, section 10.2.3. */
function retryAfterMs(response: Response): number | null {
  if (response.status !== 429) return null;
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : DEFAULT_WAIT_MS;
}

/** The API responded with a status other than 2xx. `detail` is a sentence for the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ProblemDetails['code'] | null;
  readonly detail: string | null;
  readonly retryAfterMs: number | null;

  constructor(response: Response, problem: Partial<ProblemDetails> | null) {
    const { status } = response;
    // The URL and the body may contain the session id, so the message contains neither.
    super(`the shop responded with ${status} ${problem?.code ?? ''}`.trim());
    this.status = status;
    this.code = problem?.code ?? null;
    this.detail = problem?.detail ?? null;
    this.retryAfterMs = retryAfterMs(response);
  }
}

/** Rejects with an `ApiError` if the status is not 2xx, or with the error from `send`. */
async function requireOk(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Partial<ProblemDetails> | null;
  throw new ApiError(response, problem);
}

export const readResponse = async <Body>(sent: Promise<Response>): Promise<Body> =>
  (await requireOk(sent)).json() as Promise<Body>;

export const request = (path: string, init?: Init): Promise<Response> =>
  requireOk(send(path, init));

export const get = <Body>(path: string, init?: Init): Promise<Body> =>
  readResponse(send(path, init));

export const post = <Body>(path: string, body: object): Promise<Body> =>
  readResponse(sendJson(path, body));
