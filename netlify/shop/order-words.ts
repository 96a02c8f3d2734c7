import generated from '#generated';
import type { OrderStatus, OrderWords } from '#contract/orders.ts';

/** What buyers read of their orders. */
export const orderWords = (): OrderWords => generated.orders;

/**
 * Why an order's files are not open: "This order is on hold. We’ve closed this order’s files for
 * now. ..."
 */
export const reasonClosed = (status: Exclude<OrderStatus, 'paid'>): string => {
  const { heading, text } = orderWords()[status];
  return `${heading}. ${text}`;
};
