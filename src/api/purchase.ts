import type {
  FileAccessRequest,
  FileAccessResponse,
  ProductsResponse,
} from '../contract/downloads.ts';
import type {
  OrdersResponse,
  VerifyPaymentRequest,
  VerifyPaymentResponse,
} from '../contract/orders.ts';
import { answerOf, get, post, request, sendJson } from './request.ts';

const FILE_WITHIN_MS = 5 * 60_000;

declare global {
  interface Window {
    /** The answer to what the page has asked by itself (AskAhead.astro). */
    verifying?: Promise<Response> | undefined;
  }
}

/**
 * Lets the shop ask the payment service about a session, and record the order if it is paid. `files: true` asks for
 * fresh addresses of what was bought too. The first time it takes the answer to what the page has asked by itself.
 */
export function verifyPayment(asked: VerifyPaymentRequest): Promise<VerifyPaymentResponse> {
  const ahead = window.verifying;
  window.verifying = undefined;
  return answerOf(ahead ?? sendJson('/api/verify-payment', asked));
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

/**
 * The bytes of one file. `onProgress` hears fractions from 0 to 1 where the length is known. A function ends after a
 * minute, on a slow connection in the middle of the file: what came is kept, and the rest is asked for.
 */
export async function fetchFile(
  url: string,
  onProgress: (fraction: number) => void,
): Promise<Blob> {
  const signal = AbortSignal.timeout(FILE_WITHIN_MS);
  const response = await request(url, { signal });
  const length = Number(response.headers.get('content-length'));
  const etag = response.headers.get('etag');
  const type = response.headers.get('content-type') ?? 'application/pdf';
  if (!response.body || !length) return response.blob();

  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const readOn = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<void> => {
    const before = received;
    const reader = body?.getReader();
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        chunks.push(part.value);
        received += part.value.byteLength;
        // A compressed answer is longer than its header says.
        onProgress(Math.min(received / length, 1));
      }
    } catch (error) {
      if (!etag || received === before) throw error;
      const headers = { range: `bytes=${received}-`, 'if-range': etag };
      const rest = await request(url, { signal, headers });
      if (rest.status !== 206) throw error; // another edition by now
      await readOn(rest.body);
    }
  };
  await readOn(response.body);
  return new Blob(chunks, { type });
}
