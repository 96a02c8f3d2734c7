import type { ProductType } from '../contract/catalogue.ts';
import type { CreatePaymentRequest, CreatePaymentResponse } from '../contract/checkout.ts';
import type {
  FileAccessRequest,
  FileAccessResponse,
  ProductsResponse,
} from '../contract/downloads.ts';
import type { OrdersResponse, VerifyPaymentResponse } from '../contract/orders.ts';
import type { ProblemDetails } from '../contract/problem.ts';
import { readBlob } from './read-blob.ts';

const ANSWER_WITHIN_MS = 30_000;
const FILE_WITHIN_MS = 5 * 60_000;

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

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    ...init,
  });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Partial<ProblemDetails> | null;
  throw new ApiError(response, problem);
}

async function get<Answer>(path: string): Promise<Answer> {
  const response = await request(path);
  return (await response.json()) as Answer;
}

async function post<Body, Answer>(path: string, body: Body): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

/** Asks for a payment page for one product. */
export function createPayment(productType: ProductType): Promise<CreatePaymentResponse> {
  return post<CreatePaymentRequest, CreatePaymentResponse>('/api/create-payment', { productType });
}

/** Lets the shop ask the payment service about a session, and record the order if it is paid. */
export function verifyPayment(sessionId: string): Promise<VerifyPaymentResponse> {
  return post('/api/verify-payment', { sessionId });
}

export function findPaidOrder(sessionId: string): Promise<OrdersResponse> {
  return get(`/api/orders?${new URLSearchParams({ session_id: sessionId })}`);
}

export function listProducts(): Promise<ProductsResponse> {
  return get('/api/products');
}

/** Fresh addresses for a product's files; they are valid for minutes. */
export function requestFiles(productId: string, sessionId: string): Promise<FileAccessResponse> {
  return post<FileAccessRequest, FileAccessResponse>('/api/secure-file-access', {
    product_id: productId,
    session_id: sessionId,
  });
}

/** The bytes of one file. `onProgress` hears fractions from 0 to 1 where the length is known. */
export async function fetchFile(
  url: string,
  onProgress: (fraction: number) => void,
): Promise<Blob> {
  const response = await request(url, { signal: AbortSignal.timeout(FILE_WITHIN_MS) });
  return readBlob(response, onProgress);
}
