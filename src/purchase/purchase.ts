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
    /** The answer to what the page has asked by itself (PrefetchPurchase.astro). */
    verifying?: Promise<Response> | undefined;
  }
}

/** The links of an order, and until when they are good, in Unix milliseconds. */
export type Links = { files: readonly DownloadFile[]; goodUntil: number };

export type Purchase =
  /** `links` is null where they were not asked for, or could not be had. */
  | { step: 'paid'; order: PublicOrder; links: Links | null }
  /** The buyer's bank has not settled yet. */
  | { step: 'pending' }
  /** The bank refused; the money was given back; the bank has taken it back for now; the owner closed it. */
  | { step: 'failed' | 'refunded' | 'disputed' | 'blocked' }
  /** There is no paid order for this session. */
  | { step: 'none' };

/** One that the page can show as it is. */
export type SettledPurchase = Exclude<Purchase, { step: 'pending' }>;

/** A ticket lives ten minutes; the last of them is left for the way to the shop. */
const LINKS_LIVE_MS = 9 * 60_000;

export const linksOf = (files: readonly DownloadFile[]): Links => ({
  files,
  goodUntil: Date.now() + LINKS_LIVE_MS,
});

export type Check = (sessionId: string) => Promise<Purchase>;

/**
 * Lets the shop ask the payment service about a session, and record the order if it is paid. `files: true` asks for
 * fresh addresses of what was bought too. The first time it takes the answer to what the page has asked by itself.
 */
async function verify(asked: VerifyPaymentRequest): Promise<Purchase> {
  const byPage = window.verifying;
  window.verifying = undefined;
  const { status, order, files } = await answerOf<VerifyPaymentResponse>(
    byPage ?? sendJson('/api/verify-payment', asked),
  );
  if (status !== 'paid' && status !== 'unpaid') return { step: status };
  if (status === 'unpaid' || order === null) return { step: 'none' };
  return { step: 'paid', order, links: files ? linksOf(files) : null };
}

/** Verifies the payment, and gets the files of a paid one in the same answer. Rejects when the shop cannot be asked. */
export const checkWithFiles: Check = (sessionId) => verify({ sessionId, files: true });

/** Verifies the payment. A failed verification is only logged: the order may be there anyway. */
export const checkOrder: Check = async (sessionId) => {
  try {
    return await verify({ sessionId });
  } catch (error) {
    // The message alone: an error object may carry an address with the session id in it.
    console.error(
      'Payment verification:',
      error instanceof Error ? error.message : 'unknown error',
    );
    const query = new URLSearchParams({ session_id: sessionId });
    const { order } = await get<OrdersResponse>(`/api/orders?${query}`);
    if (order === null) throw error;
    return { step: 'paid', order, links: null };
  }
};
