import { boundLogError } from '../http/log.ts';
import { countFetch } from '../orders/notes.ts';
import type { Attachment } from './file-response.ts';
import type { Ticket } from './tickets.ts';

/** User agents that fetch a link for a preview or a scan. */
const AUTOMATIC = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/**
 * Whether a parent downloads a file from its beginning. It excludes resumed parts, revalidations, prefetches
 * (`Sec-Purpose` of fetch.spec.whatwg.org, formerly `Purpose`) and link scanners.
 */
export const isDownload = ({ headers }: Request): boolean => {
  if (headers.has('if-none-match') || headers.has('if-match')) return false;
  if (!/^(bytes=0-)?$/.test(headers.get('range')?.trim() ?? '')) return false;
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`;
  return !/prefetch|preview/i.test(purpose) && !AUTOMATIC.test(headers.get('user-agent') ?? '');
};

/** The file of a ticket, which counts its download as the first byte leaves. */
export const countingDownload = (
  file: Attachment,
  { sessionId, productId }: Ticket,
): Attachment => {
  const logFailure = boundLogError();
  return { ...file, onFirstByte: () => countFetch(sessionId, productId).catch(logFailure) };
};
