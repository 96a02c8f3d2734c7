import { runScript } from '../clients/redis.ts';
import { now } from '../clock.ts';
import { boundLogError } from '../http/log.ts';
import type { Facts } from '../orders/facts.ts';
import { orderKeys } from '../orders/redis-keys.ts';
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

async function* notingFirst(
  chunks: AsyncGenerator<Uint8Array>,
  note: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let noted: Promise<void> | undefined;
  try {
    for await (const chunk of chunks) {
      noted ??= note();
      yield chunk;
    }
  } finally {
    // The function may be frozen as soon as its answer has ended.
    await noted;
  }
}

/** Downloads in the same ten minutes count once, so opening a link or the page again adds nothing. */
const WINDOW_IN_SECONDS = 600;

/** Counts a window that is newer than the last one; nothing for a forgotten buyer. `readDownloads` reads the value. */
const NOTE = `
local order, name, window, at = KEYS[1], unpack(ARGV)
if redis.call('HGET', order, 'buyer') == '-' then return 0 end
local known = redis.call('HGET', order, name) or ''
local count, first, last = string.match(known, '^(%d+) (%d+) .-(%d+):%d+$')
if last and tonumber(window) <= tonumber(last) then return 0 end
redis.call('HSET', order, name, string.format('%d %s %s:%s', (count or 0) + 1, first or at, window, at))
return 1
`;

/** Counts a download of a product's file among the order's facts. `at` is Unix time in seconds. */
export const noteDownload = (
  sessionId: string,
  productId: string,
  at: number,
): Promise<unknown> => {
  const window = at - (at % WINDOW_IN_SECONDS);
  return runScript(NOTE, [orderKeys().order(sessionId)], [`download:${productId}`, window, at]);
};

/** The file of a ticket, which counts its download as the first bytes leave. The end of the stream waits for that. */
export const countingDownload = (
  { body, ...file }: Attachment,
  { sessionId, productId }: Ticket,
): Attachment => {
  if (!body) return file;
  const logFailure = boundLogError();
  const note = async (): Promise<void> => {
    await noteDownload(sessionId, productId, now()).catch(logFailure);
  };
  return { ...file, body: { ...body, read: (range) => notingFirst(body.read(range), note) } };
};

/** The downloads of one file. Times are Unix seconds. */
type Downloads = { readonly count: number; readonly first: number; readonly last: number };

/** Reads the fact's value: count, first time, and the window and time of the last one, as in "7 1 1200:603". */
export const readDownloads = (value: string): Downloads => {
  const [count, first, ...recent] = value.split(' '); // older versions kept the last five
  return {
    count: Number(count),
    first: Number(first),
    last: Number(recent.at(-1)?.split(':')[1]),
  };
};

/** How often the order's files were fetched. */
export const downloadsIn = (facts: Facts): number =>
  Object.entries(facts)
    .filter(([name]) => name.startsWith('download:'))
    .reduce((sum, [, value]) => sum + readDownloads(value).count, 0);
