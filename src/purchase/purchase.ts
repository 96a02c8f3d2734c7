import { findPaidOrder, verifyPayment } from '../api/client.ts';
import type { PublicOrder } from '../contract/orders.ts';

export type Purchase =
  | { step: 'paid'; order: PublicOrder }
  /** The buyer's bank has not settled yet. */
  | { step: 'pending' }
  /** The bank refused; the money was given back; the bank has taken it back for now; the owner closed it. */
  | { step: 'failed' | 'refunded' | 'disputed' | 'blocked' }
  /** There is no paid order for this session. */
  | { step: 'none' };

/** Verifies the payment, then asks for its order. Rejects when either cannot be asked. */
export async function checkPurchase(sessionId: string): Promise<Purchase> {
  const verified = await verifyPayment(sessionId);
  if (verified.status !== 'paid' && verified.status !== 'unpaid') return { step: verified.status };

  const verifiedOrder = verified.status === 'paid' ? verified.order : null;
  const order = await findPaidOrder(sessionId).then(
    (found) => found.order,
    (error: unknown) => {
      // The order book may be down while Stripe vouches for the payment: a buyer who paid gets in.
      if (verifiedOrder === null) throw error;
      return verifiedOrder;
    },
  );
  return order === null ? { step: 'none' } : { step: 'paid', order };
}

/** As above, but a failed verification is only logged: the order may be there anyway. */
export async function checkPurchaseLeniently(sessionId: string): Promise<Purchase> {
  try {
    return await checkPurchase(sessionId);
  } catch (error) {
    // The message alone: an error object may carry an address with the session id in it.
    const message = error instanceof Error ? error.message : 'unknown error';
    console.error('Payment verification:', message);
    const { order } = await findPaidOrder(sessionId);
    if (order === null) throw error;
    return { step: 'paid', order };
  }
}
