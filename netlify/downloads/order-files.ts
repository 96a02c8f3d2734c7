import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { Product } from '#contract/catalogue.ts';
import type { DownloadFile, OrderFiles } from '#contract/orders.ts';
import { type KeptEdition, findGuide, readEdition } from '../guides/blobs-guides.ts';
import { logError } from '../platform/current-request.ts';
import { countFetch } from '../orders/notes.ts';
import type { Order } from '../orders/order.ts';
import { now } from '../platform/env.ts';
import { activeProducts, catalogue } from '../shop/catalogue.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/words.ts';
import { type Ticket, mayDownload, sealTicket } from './access.ts';
import type { Attachment } from './file-response.ts';

/**
 * New links to the files of products, whose access the caller has checked. A product without a file gets none. Throws
 * if the store fails for all of them.
 */
export const linkFiles = async (
  sessionId: string,
  products: readonly Product[],
): Promise<DownloadFile[]> => {
  const expiresAt = now() + LINK_LIFETIME_IN_HOURS * 3600;
  const grants = products.map(async ({ id: productId, file_name: fileName }) => {
    if (!(await findGuide(fileName))) return [];
    const sealed = await sealTicket({ sessionId, productId, expiresAt });
    return [{ downloadUrl: `/api/files/${sealed}`, fileName }];
  });
  const settled = await Promise.allSettled(grants);
  const granted = settled.flatMap((grant) => (grant.status === 'fulfilled' ? grant.value : []));
  const failed = settled.filter((grant) => grant.status === 'rejected');
  // One failed file must not withhold the others.
  if (failed[0] && granted.length === 0) throw failed[0].reason;
  for (const { reason } of failed) logError(reason);
  return granted;
};

/** New links to all files that an order opens, the bought product's first. Throws as `linkFiles` does. */
export const linkOrder = async (order: Order): Promise<OrderFiles> => {
  const isBought = (product: Product): boolean => product.product_type === order.productType;
  const opened = activeProducts(catalogue)
    .filter((product) => mayDownload(order, product))
    .toSorted((a, b) => Number(isBought(b)) - Number(isBought(a)));
  return { files: await linkFiles(order.sessionId, opened) };
};

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
  const logFailure = AsyncLocalStorage.bind(logError);
  return { ...file, onFirstByte: () => countFetch(sessionId, productId).catch(logFailure) };
};
