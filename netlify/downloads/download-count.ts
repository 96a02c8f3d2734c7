import { AsyncLocalStorage } from 'node:async_hooks';
import { logError } from '../http/log.ts';
import { countDownload } from '../orders/notes.ts';
import type { Attachment } from './file-response.ts';
import type { Ticket } from './tickets.ts';

const AUTOMATED_USER_AGENT = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/** Reads Sec-Purpose (https://fetch.spec.whatwg.org), and Purpose from older browsers. */
const isPrefetch = (headers: Headers): boolean => {
  const purpose = headers.get('sec-purpose') ?? '';
  const legacyPurpose = headers.get('purpose') ?? '';
  return /prefetch|preview/i.test(`${purpose} ${legacyPurpose}`);
};

/** Whether a person, not a program, downloads a file from its beginning. */
export const isDownload = ({ headers }: Request): boolean => {
  if (headers.has('if-none-match') || headers.has('if-match')) return false;
  const range = headers.get('range')?.trim() ?? '';
  if (range !== '' && range !== 'bytes=0-') return false;
  if (isPrefetch(headers)) return false;
  return !AUTOMATED_USER_AGENT.test(headers.get('user-agent') ?? '');
};

export const withDownloadCount = (
  file: Attachment,
  { sessionId, productId, file: name }: Ticket,
): Attachment => {
  const fileKey = name === undefined ? productId : `${productId}/${name}`;
  // The stream runs outside the request's async context, which the log line needs.
  const logFailure = AsyncLocalStorage.bind(logError);
  return { ...file, onFirstByte: () => countDownload(sessionId, fileKey).catch(logFailure) };
};
