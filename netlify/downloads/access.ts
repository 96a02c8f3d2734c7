import type { Product } from '#contract/catalogue.ts';
import { endedOrder } from '#contract/ended-orders.ts';
import type { DownloadFile } from '#contract/orders.ts';
import { covers } from '../catalogue.ts';
import type { LinePlace } from '../guides/edition-record.ts';
import type { Order } from '../orders/orders.ts';
import { TICKET_LIFETIME_IN_SECONDS, type Ticket, sealTicket } from './tickets.ts';

/** Paid, not fully refunded, not in dispute, and for this product. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order?.status === 'paid' && covers(order.productType, product);

/** What a buyer reads of an order whose files are closed; null for any other. */
export const closedWords = (order: Order | null): string | null => {
  const ended = endedOrder(order?.status);
  return ended ? `${ended.heading}. ${ended.words}` : null;
};

/** What is known of a guide before its bytes are read. */
type Guide = {
  readonly size: number;
  readonly sha256: string;
  readonly crc32?: number | undefined;
  readonly edition?: { readonly since: string } | undefined;
  readonly drawnAt?: string | undefined;
  readonly stamp?: LinePlace | undefined;
};

type Guides = { readonly find: (fileName: string) => Promise<Guide | null> };

export type DownloadPorts = {
  readonly guides: Guides;
  /** Unix time in seconds. */
  readonly now: number;
  readonly signingSecret: string;
  /** Told of a file that could not be found out about, where others were. */
  readonly onFailed: (error: unknown) => void;
};

export type GrantedFile = { readonly ticket: string; readonly fileName: string };

/** A ticket that lives from now on. */
export const sealFor = (
  { now, signingSecret }: DownloadPorts,
  what: Omit<Ticket, 'expiresAt'>,
): Promise<string> =>
  sealTicket({ ...what, expiresAt: now + TICKET_LIFETIME_IN_SECONDS }, signingSecret);

/**
 * Fresh tickets for products whose access was checked; a product without a file gets none. Throws when
 * the store fails and there is not one ticket to give.
 */
export const grantFiles = async (
  ports: DownloadPorts,
  sessionId: string,
  products: readonly Product[],
): Promise<GrantedFile[]> => {
  const grants = products.map(async ({ id: productId, file_name: fileName }) => {
    if (!(await ports.guides.find(fileName))) return [];
    return [{ ticket: await sealFor(ports, { sessionId, productId }), fileName }];
  });
  const settled = await Promise.allSettled(grants);
  const granted = settled.flatMap((grant) => (grant.status === 'fulfilled' ? grant.value : []));
  const failed = settled.filter((grant) => grant.status === 'rejected');
  // One file amiss must not keep the others from their buyer.
  if (failed[0] && granted.length === 0) throw failed[0].reason;
  for (const { reason } of failed) ports.onFailed(reason);
  return granted;
};

export const toDownloadFile = ({ ticket, fileName }: GrantedFile): DownloadFile => ({
  downloadUrl: `/api/files/${ticket}`,
  fileName,
});
