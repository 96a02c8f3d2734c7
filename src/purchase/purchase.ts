import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, readResponse, get, sendJson } from '../api/request.ts';
import { findSessionId } from '../contract/order-number.ts';
import type {
  DownloadFile,
  OrderStatus,
  OrdersResponse,
  PublicOrder,
  VerifyPaymentResponse,
} from '../contract/orders.ts';

declare global {
  interface Window {
    /** The answer to the request that the page sent before React loaded (PrefetchPurchase.astro). */
    verifying?: Promise<Response> | undefined;
  }
}

export type PaidPurchase = {
  readonly step: 'paid';
  readonly order: PublicOrder;
  /** Empty if they were not requested, or could not be fetched. */
  readonly files: readonly DownloadFile[];
  /** Whether the buyer gets email about the order; undefined if the shop has not said so. */
  readonly hasEmail?: boolean | undefined;
  /** Whether the buyer already has the same files by an earlier order. */
  readonly isRepeated?: boolean | undefined;
  /** The last day on which the buyer can withdraw, as in "December 8, 2026". */
  readonly withdrawable?: string | undefined;
};

export type Purchase =
  | PaidPurchase
  | { readonly step: Exclude<OrderStatus, 'paid'>; readonly hasEmail?: boolean | undefined }
  /** There is no paid order for this session. */
  | { readonly step: 'none' };

type Check = (sessionId: string) => Promise<Purchase>;

/**
 * Has the shop verify a session with Stripe and record a paid order. With `files: true`, the answer has the links too. The
 * first call takes the answer to the page's own request.
 */
async function verify(asked: { sessionId: string; files?: true }): Promise<Purchase> {
  const byPage = window.verifying;
  window.verifying = undefined;
  const sent = byPage ?? sendJson('/api/verify-payment', asked);
  const { status, order, files = [], ...more } = await readResponse<VerifyPaymentResponse>(sent);
  if (status !== 'paid' && status !== 'unpaid') return { step: status, ...more };
  if (status === 'unpaid' || order === null) return { step: 'none' };
  return { step: 'paid', order, files, ...more };
}

/** Verifies the payment, and gets the files of a paid one in the same answer. Rejects if the shop does not answer. */
export const checkWithFiles: Check = (sessionId) => verify({ sessionId, files: true });

/** Verifies the payment. A failed verification is only logged, since the order may exist anyway. */
export const checkOrder: Check = async (sessionId) => {
  try {
    return await verify({ sessionId });
  } catch (error) {
    // As text, since an error object may hold an address with the session id.
    console.error('Payment verification:', String(error));
    const { order } = await get<OrdersResponse>(`/api/orders?session_id=${sessionId}`);
    if (order === null) throw error;
    return { step: 'paid', order, files: [] };
  }
};

/** The `session_id` in the page's address; null if there is none. */
const named = (): string | null => new URLSearchParams(window.location.search).get('session_id');

/** The checkout session of the open page, from its address or from the history entry that `hideSessionId` has written. */
export function currentSessionId(): string | null {
  const { sessionId: stored }: { sessionId?: unknown } = Object(window.history.state);
  return (
    findSessionId(named() ?? '') ?? (typeof stored === 'string' ? findSessionId(stored) : null)
  );
}

/**
 * Removes the query from the address, because any script of the page could read it there. The session stays in the history
 * entry, so that the page can be reloaded and returned to.
 */
export function hideSessionId(): void {
  window.history.replaceState({ sessionId: currentSessionId() }, '', window.location.pathname);
}

/** The download page of a session. */
export const downloadPath = (sessionId: string): string =>
  `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;

/** The shop's answer, or the reason why there is none yet. */
export type PurchaseView =
  | { readonly step: 'no-session' | 'broken-link' | 'checking' | 'unverified' }
  | Purchase;

/** A phone may switch networks just as its owner comes back from the bank. */
const TRIES_BEFORE_UNVERIFIED = 2;

const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Checks a purchase until the bank has answered, for at most ten minutes, and shows each change. */
export async function watchPurchase(
  check: () => Promise<Purchase>,
  show: (view: PurchaseView) => void,
  signal: AbortSignal,
): Promise<void> {
  let isPending = false;
  let failures = 0;
  let delay = FIRST_MS;
  for (let waited = 0; waited < GIVE_UP_AFTER_MS; waited += delay) {
    if (waited > 0) delay = Math.min(delay * GROWTH, LONGEST_MS);
    const now = await check().catch((error: unknown) => ({
      step: 'unanswered' as const,
      retryAfterMs: error instanceof ApiError ? error.retryAfterMs : null,
    }));
    if (signal.aborted) return;
    let wait = delay;
    if (now.step === 'unanswered') {
      // A phone that loses its signal while the bank is busy keeps its pending order.
      if (now.retryAfterMs === null && !isPending) failures += 1;
      if (failures === TRIES_BEFORE_UNVERIFIED) return show({ step: 'unverified' });
      wait = Math.max(delay, now.retryAfterMs ?? 0);
    } else {
      if (now.step !== 'pending' || !isPending) show(now);
      if (now.step !== 'pending') return;
      isPending = true;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted) return;
  }
  if (!isPending) show({ step: 'unverified' });
}

const neverChanges = () => () => {};

/** The purchase that the page's address names. The built page has none, so the first check begins in the browser. */
export function usePurchase(check: Check) {
  const sessionId = useSyncExternalStore(neverChanges, currentSessionId, () => undefined);
  const [known, show] = useState<PurchaseView>({ step: 'checking' });

  useEffect(() => {
    if (!sessionId) return undefined;
    const watch = new AbortController();
    void watchPurchase(() => check(sessionId), show, watch.signal);
    return () => watch.abort();
  }, [sessionId, check]);

  if (sessionId !== null) return { view: known, sessionId };
  const view: PurchaseView = { step: named() === null ? 'no-session' : 'broken-link' };
  return { view, sessionId };
}
