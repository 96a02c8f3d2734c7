import generated from '#generated';
import type { OrderStatus, OrderWords } from '#contract/orders.ts';

export const orderWords = (): OrderWords => generated.orders;

/** Why a buyer gets no file. A paid order is unavailable if none of its products is active. */
export type ClosedState = Exclude<OrderStatus, 'paid'> | 'unavailable';

/** Returns, for example, "This order is on hold. We’ve closed this order’s files for now. ..." */
export const reasonClosed = (state: ClosedState): string => {
  const { heading, text } = orderWords()[state];
  return `${heading}. ${text}`;
};
