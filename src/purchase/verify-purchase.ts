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

/** undefined if the shop's response did not include it. */
type HasEmail = { readonly hasEmail?: boolean | undefined };

type ShownPurchase = HasEmail & {
  readonly order: PublicOrder;
  /** The last day to withdraw: "December 8, 2026". */
  readonly withdrawable?: string | undefined;
};

/** An order whose files can be downloaded. */
export type OpenPurchase = ShownPurchase & {
  readonly step: 'paid' | 'withdrawn';
  /** Empty if no links were requested or none could be created. */
  readonly files: readonly DownloadFile[];
  /** The names of products whose files are not uploaded yet. */
  readonly preparing: readonly string[];
};

/** An order without files to download, at least for now. Its page says why. */
export type WaitingPurchase = ShownPurchase & {
  readonly step: 'pending' | 'preparing' | 'unavailable';
};

export type Purchase =
  | OpenPurchase
  | WaitingPurchase
  | (HasEmail & { readonly step: Exclude<OrderStatus, 'paid' | 'pending'> })
  /** There is no paid order for this session. */
  | { readonly step: 'none' };

export type CheckPurchase = (sessionId: string) => Promise<Purchase>;

/**
 * PrefetchPurchase.astro has the same limit. If Stripe hangs, the function still responds within
 * about 15 s. A request that is lost when a phone changes networks is soon sent again.
 */
export const CHECK_TIMEOUT_MS = 15_000;

function stepOf({ status, fileState, withdrawn }: VerifyPaymentResponse): Purchase['step'] {
  if (status === 'unpaid') return 'none';
  if (status !== 'paid') return status;
  if (withdrawn !== undefined) return 'withdrawn';
  return fileState ?? 'paid';
}

/** The first call uses the response to the request that the page has already sent. */
async function verify(body: { sessionId: string; files?: true }): Promise<Purchase> {
  const sentByPage = window.verifying;
  window.verifying = undefined;
  const sent = sentByPage ?? sendJson('/api/verify-payment', body, { timeoutMs: CHECK_TIMEOUT_MS });
  const response = await readResponse<VerifyPaymentResponse>(sent);
  const { order, hasEmail, withdrawable, files = [], preparing = [] } = response;
  const step = stepOf(response);
  if (step === 'none' || order === null) return { step: 'none' };
  switch (step) {
    case 'paid':
    case 'withdrawn':
      return { step, order, hasEmail, withdrawable, files, preparing };
    case 'pending':
    case 'preparing':
    case 'unavailable':
      return { step, order, hasEmail, withdrawable };
    default:
      return { step, hasEmail };
  }
}

/** Also gets the links to the files. Rejects if the request fails. */
export const checkWithFiles: CheckPurchase = (sessionId) => verify({ sessionId, files: true });

/** Falls back to the recorded order if the verification fails. Rejects if there is none. */
export const checkOrder: CheckPurchase = async (sessionId) => {
  try {
    return await verify({ sessionId });
  } catch (error) {
    // Logs a string, because an error object may contain a URL with the session id.
    console.error('Payment verification:', String(error));
    const path = `/api/orders?session_id=${sessionId}`;
    const { order } = await get<OrdersResponse>(path, { timeoutMs: CHECK_TIMEOUT_MS });
    if (order === null) throw error;
    return { step: 'paid', order, files: [], preparing: [] };
  }
};
