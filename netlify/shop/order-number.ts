import { hash } from 'node:crypto';
import { numberFrom, numberedText } from '#contract/order-number.ts';

/**
 * `orderNumber` of the contract, but synchronous: Netlify may freeze a function before Web Crypto
 * has a result for its log.
 */
export const orderNumberOf = (sessionId: string): string =>
  numberFrom(hash('sha256', numberedText(sessionId), 'buffer'));
