import generated from '#generated';
import type { OrderStatus, OrderWords } from '#contract/orders.ts';

export const orderWords = (): OrderWords => generated.orders;

/** Returns, for example, "This order is on hold. We’ve closed this order’s files for now. ..." */
export const reasonClosed = (status: Exclude<OrderStatus, 'paid'>): string => {
  const { heading, text } = orderWords()[status];
  return `${heading}. ${text}`;
};
