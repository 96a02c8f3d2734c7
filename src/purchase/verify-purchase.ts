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

type MoreFacts = {
  /** undefined if the shop has not said so. */
  readonly hasEmail?: boolean | undefined;
  /** The last day to withdraw: "December 8, 2026". */
  readonly withdrawable?: string | undefined;
};

/** The order gives files. */
export type OpenPurchase = MoreFacts & {
  readonly step: 'paid' | 'withdrawn';
  readonly order: PublicOrder;
  /** Empty if they could not be linked. */
  readonly files: readonly DownloadFile[];
  /** The names of products whose files are not uploaded yet. */
  readonly preparing: readonly string[];
};

/** The order gives no file, or none yet, and its page says why. */
export type WaitingPurchase = MoreFacts & {
  readonly step: 'pending' | 'preparing' | 'unavailable';
  readonly order: PublicOrder;
};

export type Purchase =
  | OpenPurchase
  | WaitingPurchase
  | (MoreFacts & { readonly step: Exclude<OrderStatus, 'paid' | 'pending'> })
  /** There is no paid order for this session. */
  | { readonly step: 'none' };

export type CheckPurchase = (sessionId: string) => Promise<Purchase>;

/**
 * Also in PrefetchPurchase.astro. A function ends within about 15 s while Stripe hangs. A request
 * that was lost when a phone changed networks is soon sent again.
 */
export const CHECK_TIMEOUT_MS = 15_000;

/** If the files' store fails, the shop says neither which files there are nor which are missing. */
function paidStep({
  files,
  preparing,
  withdrawn,
}: VerifyPaymentResponse): OpenPurchase['step'] | WaitingPurchase['step'] {
  const hasNone = files?.length === 0 && preparing !== undefined;
  if (hasNone) return preparing.length > 0 ? 'preparing' : 'unavailable';
  return withdrawn === undefined ? 'paid' : 'withdrawn';
}

/**
 * Rejects if the request fails. The first call takes the response to the request that the page has
 * already sent.
 */
export async function verifyPurchase(sessionId: string): Promise<Purchase> {
  const sentByPage = window.verifying;
  window.verifying = undefined;
  const body = { sessionId, files: true };
  const sent = sentByPage ?? sendJson('/api/verify-payment', body, { timeoutMs: CHECK_TIMEOUT_MS });
  const response = await readResponse<VerifyPaymentResponse>(sent);
  const { status, order, hasEmail, withdrawable, files = [], preparing = [] } = response;
  if (status === 'unpaid' || order === null) return { step: 'none' };
  const facts = { order, hasEmail, withdrawable };
  if (status !== 'paid') return { step: status, ...facts };
  const step = paidStep(response);
  if (step === 'paid' || step === 'withdrawn') return { step, ...facts, files, preparing };
  return { step, ...facts };
}

/** Falls back to the recorded order if the verification fails. Rejects if there is none. */
export const checkOrder: CheckPurchase = async (sessionId) => {
  try {
    return await verifyPurchase(sessionId);
  } catch (error) {
    // Logs a text, because an error object may contain a URL with the session id.
    console.error('Payment verification:', String(error));
    const path = `/api/orders?session_id=${sessionId}`;
    const { order } = await get<OrdersResponse>(path, { timeoutMs: CHECK_TIMEOUT_MS });
    if (order === null) throw error;
    return { step: 'paid', order, files: [], preparing: [] };
  }
};
