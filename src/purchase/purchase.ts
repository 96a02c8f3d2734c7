import { findPaidOrder, verifyPayment } from '../api/purchase.ts';
import type { DownloadFile, PublicOrder, VerifyPaymentResponse } from '../contract/orders.ts';

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

function purchaseOf({ status, order, files }: VerifyPaymentResponse): Purchase {
  if (status !== 'paid' && status !== 'unpaid') return { step: status };
  if (status === 'unpaid' || order === null) return { step: 'none' };
  return { step: 'paid', order, links: files ? linksOf(files) : null };
}

/** Verifies the payment, and gets the files of a paid one in the same answer. Rejects when the shop cannot be asked. */
export const checkWithFiles: Check = async (sessionId) => {
  return purchaseOf(await verifyPayment({ sessionId, files: true }));
};

/** Verifies the payment. A failed verification is only logged: the order may be there anyway. */
export const checkOrder: Check = async (sessionId) => {
  try {
    return purchaseOf(await verifyPayment({ sessionId }));
  } catch (error) {
    // The message alone: an error object may carry an address with the session id in it.
    console.error(
      'Payment verification:',
      error instanceof Error ? error.message : 'unknown error',
    );
    const { order } = await findPaidOrder(sessionId);
    if (order === null) throw error;
    return { step: 'paid', order, links: null };
  }
};
