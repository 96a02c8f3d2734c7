import { get, readResponse, sendJson } from '../api/request.ts';
import type {
  DownloadFile,
  OrderStatus,
  OrdersResponse,
  PublicOrder,
  VerifyPaymentResponse,
} from '../contract/orders.ts';

declare global {
  interface Window {
    /** The request that the page sent before React loaded (PrefetchPurchase.astro). */
    verifying?: Promise<Response> | undefined;
  }
}

export type PaidPurchase = {
  readonly step: 'paid';
  readonly order: PublicOrder;
  /** Empty if they were not requested or could not be linked. */
  readonly files: readonly DownloadFile[];
  /** undefined if the shop has not said so. */
  readonly hasEmail?: boolean | undefined;
  /** The last day to withdraw: "December 8, 2026". */
  readonly withdrawable?: string | undefined;
};

export type Purchase =
  | PaidPurchase
  | { readonly step: Exclude<OrderStatus, 'paid'>; readonly hasEmail?: boolean | undefined }
  /** There is no paid order for this session. */
  | { readonly step: 'none' };

export type CheckPurchase = (sessionId: string) => Promise<Purchase>;

/**
 * Also in PrefetchPurchase.astro. A function ends within about 15 s while Stripe hangs. A request
 * that was lost when a phone changed networks is soon sent again.
 */
export const CHECK_TIMEOUT_MS = 15_000;

/** The first call takes the response to the request that the page has already sent. */
async function verify(body: { sessionId: string; files?: true }): Promise<Purchase> {
  const sentByPage = window.verifying;
  window.verifying = undefined;
  const sent = sentByPage ?? sendJson('/api/verify-payment', body, { timeoutMs: CHECK_TIMEOUT_MS });
  const { status, order, files = [], ...more } = await readResponse<VerifyPaymentResponse>(sent);
  if (status !== 'paid' && status !== 'unpaid') return { step: status, ...more };
  if (status === 'unpaid' || order === null) return { step: 'none' };
  return { step: 'paid', order, files, ...more };
}

/** Also gets the links to the files. Rejects if the request fails. */
export const checkWithFiles: CheckPurchase = (sessionId) => verify({ sessionId, files: true });

/** Falls back to the recorded order if the verification fails. Rejects if there is none. */
export const checkOrder: CheckPurchase = async (sessionId) => {
  try {
    return await verify({ sessionId });
  } catch (error) {
    // Logs a text, because an error object may contain a URL with the session id.
    console.error('Payment verification:', String(error));
    const path = `/api/orders?session_id=${sessionId}`;
    const { order } = await get<OrdersResponse>(path, { timeoutMs: CHECK_TIMEOUT_MS });
    if (order === null) throw error;
    return { step: 'paid', order, files: [] };
  }
};
