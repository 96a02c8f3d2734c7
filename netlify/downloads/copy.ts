import { hash } from 'node:crypto';
import { type KeptEdition, readEdition } from '../guides/blobs-guides.ts';
import { boundLogError } from '../http/log.ts';
import { countFetch } from '../orders/notes.ts';
import type { Ticket } from './access.ts';
import type { Attachment } from './file-response.ts';

/** The file with an order's line, as long as without it. `words` is null for a shop that adds none. */
export const copyOf = (
  fileName: string,
  edition: KeptEdition,
  words: string | null,
): Attachment => {
  const { size, sha256, line } = edition;
  const read = () => readEdition(fileName, edition);
  if (!line || words === null || words.length > line.length) {
    return { fileName, size, tag: sha256, read };
  }
  const tag = hash('sha256', `${sha256} ${words}`);
  const readFilled = async () => {
    const bytes = await read();
    bytes.set(Buffer.from(words.padEnd(line.length)), line.at);
    return bytes;
  };
  return { fileName, size, tag, read: readFilled };
};

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
