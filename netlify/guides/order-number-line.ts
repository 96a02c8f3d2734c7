import { orderName } from '#contract/order-number.ts';

/** Fixed, so that all buyers' copies of an edition have the same size. */
export const PLACEHOLDER_BYTES = 64;

/**
 * Returns ASCII without ( ) \ because the line is written into a PDF string without escapes.
 *
 *     orderNumberLine('01F3-4AD8-A31F')  // "Order MSK-01F3-4AD8-A31F, for personal use"
 */
export const orderNumberLine = (orderNumber: string): string =>
  `${orderName(orderNumber)}, for personal use`;

/** For the owner's preview, and to measure the width of a typical line. */
export const SPECIMEN_LINE = orderNumberLine('0000-0000-0000');
