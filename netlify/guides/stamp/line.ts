/** Bytes that are kept for the line in every copy, so that all copies are of one length. */
export const LINE_BYTES = 64;

/** What stands at the foot of each page of an order's copy. In ASCII, and without ( ) \ as it is in a PDF's string. */
export const orderLine = (orderNumber: string): string =>
  `Order MSK-${orderNumber}, for personal use`;

/** The line of no order, as wide as most. */
export const SPECIMEN = orderLine('0000-0000-0000');
