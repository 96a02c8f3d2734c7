import { answerOf, get, sendJson } from '../api/request.ts';
import type {
  DownloadFile,
  OrdersResponse,
  PublicOrder,
  VerifyPaymentRequest,
  VerifyPaymentResponse,
} from '../contract/orders.ts';

declare global {
  interface Window {
    /** The answer to the request that the page sent before React loaded (PrefetchPurchase.astro). */
    verifying?: Promise<Response> | undefined;
  }
}

export type Purchase =
  /** `files` is empty where they were not requested, or could not be fetched. */
  | {
      step: 'paid';
      order: PublicOrder;
      files: readonly DownloadFile[];
      /** The last day on which the buyer can withdraw, as in "December 8, 2026". */
      withdrawable?: string | undefined;
    }
  /** The buyer's bank has not settled yet. */
  | { step: 'pending' }
  /** In this order: the bank declined it, the owner refunded it, the buyer's bank disputes it, the owner blocked it. */
  | { step: 'failed' | 'refunded' | 'disputed' | 'blocked' }
  /** There is no paid order for this session. */
  | { step: 'none' };

/** A purchase that no longer waits for the bank. */
export type SettledPurchase = Exclude<Purchase, { step: 'pending' }>;

export type Check = (sessionId: string) => Promise<Purchase>;

/**
 * Asks the shop to verify a session with the payment service and to record a paid order. `files: true` asks for the
 * links too. The first call takes the answer to the page's own request.
 */
async function verify(asked: VerifyPaymentRequest): Promise<Purchase> {
  const byPage = window.verifying;
  window.verifying = undefined;
  const answer = await answerOf<VerifyPaymentResponse>(
    byPage ?? sendJson('/api/verify-payment', asked),
  );
  const { status, order, files, withdrawable } = answer;
  if (status !== 'paid' && status !== 'unpaid') return { step: status };
  if (status === 'unpaid' || order === null) return { step: 'none' };
  return { step: 'paid', order, files: files ?? [], withdrawable };
}

/** Verifies the payment, and gets the files of a paid one in the same answer. Rejects when the shop does not answer. */
export const checkWithFiles: Check = (sessionId) => verify({ sessionId, files: true });

/** Verifies the payment. A failed verification is only logged, since the order may exist anyway. */
export const checkOrder: Check = async (sessionId) => {
  try {
    return await verify({ sessionId });
  } catch (error) {
    // Only the message, since an error object may hold an address with the session id.
    console.error(
      'Payment verification:',
      error instanceof Error ? error.message : 'unknown error',
    );
    const query = new URLSearchParams({ session_id: sessionId });
    const { order } = await get<OrdersResponse>(`/api/orders?${query}`);
    if (order === null) throw error;
    return { step: 'paid', order, files: [] };
  }
};
