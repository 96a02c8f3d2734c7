import type { OrdersResponse, VerifyPaymentResponse, PublicOrder } from '../contract/orders.ts';

export type Purchase =
  | { step: 'paid'; order: PublicOrder }
  /** The buyer's bank has not settled yet. */
  | { step: 'pending' }
  /** The bank refused; the money was given back; the bank has taken it back for now; the owner closed it. */
  | { step: 'failed' | 'refunded' | 'disputed' | 'blocked' }
  /** There is no paid order for this session. */
  | { step: 'none' };

export type PurchaseCalls = {
  verifyPayment: (sessionId: string) => Promise<VerifyPaymentResponse>;
  findPaidOrder: (sessionId: string) => Promise<OrdersResponse>;
};

/** Verifies the payment, then looks for its order. Rejects when either cannot be asked. */
export async function checkPurchase(sessionId: string, calls: PurchaseCalls): Promise<Purchase> {
  const verified = await calls.verifyPayment(sessionId);
  if (verified.status !== 'paid' && verified.status !== 'unpaid') return { step: verified.status };

  const verifiedOrder = verified.status === 'paid' ? verified.order : null;
  const order = await calls.findPaidOrder(sessionId).then(
    (found) => found.order,
    (error: unknown) => {
      // The order book may be down while Stripe vouches for the payment: a buyer who paid gets in.
      if (verifiedOrder === null) throw error;
      return verifiedOrder;
    },
  );
  return order === null ? { step: 'none' } : { step: 'paid', order };
}

/** As above, but a failed verification is only reported to `log`: the order may be there anyway. */
export async function checkPurchaseCalmly(
  sessionId: string,
  calls: PurchaseCalls,
  log: (error: unknown) => void,
): Promise<Purchase> {
  try {
    return await checkPurchase(sessionId, calls);
  } catch (error) {
    log(error);
    const { order } = await calls.findPaidOrder(sessionId);
    if (order === null) throw error;
    return { step: 'paid', order };
  }
}
