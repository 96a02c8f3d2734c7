import { hash } from 'node:crypto';
import { numberFrom, numberedText } from '#contract/order-number.ts';

/**
 * As `orderNumber` of the contract, but at once: Web Crypto takes a thread for each and answers later, and
 * what is frozen after its answer would lose its line of the log.
 */
export const numberOf = (sessionId: string): string =>
  numberFrom(hash('sha256', numberedText(sessionId), 'buffer'));
