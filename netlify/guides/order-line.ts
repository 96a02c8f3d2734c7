import { orderName } from '#contract/order-number.ts';

/** The bytes of the line in every copy, so that all copies have one length. */
export const LINE_BYTES = 64;

/** The line at the foot of each page of an order's copy: ASCII without ( ) \, since it is in a PDF's string. */
export const orderLine = (orderNumber: string): string =>
  `${orderName(orderNumber)}, for personal use`;

/** A line of typical width, for no order. */
export const SPECIMEN = orderLine('0000-0000-0000');
