import { hash } from 'node:crypto';
import { numberFrom, numberedText } from '#contract/order-number.ts';

/**
 * Like `orderNumber` in src/contract, but synchronous: Netlify may freeze a function before Web
 * Crypto returns, and the log line needs the number.
 */
export const orderNumberOf = (sessionId: string): string =>
  numberFrom(hash('sha256', numberedText(sessionId), 'buffer'));
