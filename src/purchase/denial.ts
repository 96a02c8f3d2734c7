import type { PurchaseView } from './use-purchase.ts';

export type Denial = {
  title: string;
  message: string;
  /** Whether the same address may work a minute later. */
  mayRetry: boolean;
};

const noSession: Denial = {
  title: 'Access denied',
  message: 'No valid session found. Please complete your purchase first.',
  mayRetry: false,
};
const noOrder: Denial = {
  title: 'Access denied',
  message: 'No valid purchase found. Please complete your payment first.',
  mayRetry: false,
};
const BY_STEP: Partial<Record<PurchaseView['step'], Denial>> = {
  none: noOrder,
  failed: noOrder,
  refunded: noOrder,
  disputed: noOrder,
  blocked: {
    title: 'This order is on hold',
    message: 'We have closed the files of this order for now. Please contact support.',
    mayRetry: false,
  },
  unverified: {
    title: 'Verification failed',
    message: 'Unable to verify your purchase. Please contact support.',
    mayRetry: true,
  },
};

/**
 * Why the download page sends a visitor home, or null while it does not.
 * The session id is undefined as long as the address has not been read.
 */
export function denialOf(
  sessionId: string | null | undefined,
  step: PurchaseView['step'],
): Denial | null {
  return sessionId === null ? noSession : (BY_STEP[step] ?? null);
}
