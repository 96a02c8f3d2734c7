import type { PurchaseView } from './purchase-watch.ts';

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
const onHold: Denial = {
  title: 'This order is on hold',
  message: 'We have closed the files of this order for now. Please contact support.',
  mayRetry: false,
};
const notVerified: Denial = {
  title: 'Verification failed',
  message: 'Unable to verify your purchase. Please contact support.',
  mayRetry: true,
};

/**
 * Why the download page sends a visitor home, or null while it does not.
 * The session id is undefined as long as the address has not been read.
 */
export function denialOf(
  sessionId: string | null | undefined,
  step: PurchaseView['step'],
): Denial | null {
  if (sessionId === null) return noSession;
  switch (step) {
    case 'none':
    case 'failed':
    case 'refunded':
    case 'disputed':
      return noOrder;
    case 'blocked':
      return onHold;
    case 'unverified':
      return notVerified;
    default:
      return null;
  }
}
