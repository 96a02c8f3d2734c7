/** Shown for an address without a session. */
export const NO_SESSION = {
  heading: 'Access denied',
  words: 'No valid session found. Please complete your purchase first.',
};

/** Shown for a session that cannot be read. Its visitor may have paid. */
export const BROKEN_LINK = {
  heading: 'Access denied',
  words: 'This link is incomplete. Open the whole link again, or find your purchase.',
};

/** Shown where the session has no paid order. */
export const NO_PURCHASE = {
  heading: 'Access denied',
  words: 'No valid purchase found. Please complete your payment first.',
};
export const UNVERIFIED = {
  heading: 'Verification failed',
  words: 'Unable to verify your purchase. Please contact support.',
};

/** Orders whose files are closed, with the words for every page and answer. */
export const ENDED_ORDERS = [
  {
    status: 'refunded',
    heading: 'This order was refunded',
    words: 'Your money is on its way back to you, and this order’s files are closed.',
  },
  {
    status: 'disputed',
    heading: 'This payment is in dispute',
    words:
      'This order’s files are closed until your bank decides. Write to us if this is a mistake.',
  },
  {
    status: 'blocked',
    heading: 'This order is on hold',
    words: 'We’ve closed this order’s files for now. Please contact support.',
  },
];

/** undefined for any other status. */
export const endedOrder = (status: string | undefined) =>
  ENDED_ORDERS.find((ended) => ended.status === status);
