import type { Product } from '#contract/catalogue.ts';
import { covers } from './catalogue.ts';
import type { Order } from './orders.ts';
import { TICKET_LIFETIME_IN_SECONDS, sealTicket } from './tickets.ts';

/** Paid, not fully refunded, not in dispute, and for this product. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order?.status === 'paid' && covers(order.productType, product);

export type DownloadPorts = {
  /** Anything but null where the store holds a guide of this name. */
  readonly guides: { find: (fileName: string) => Promise<object | null> };
  /** Unix time in seconds. */
  readonly now: number;
  readonly signingSecret: string;
};

export type GrantedFile = { readonly ticket: string; readonly fileName: string };

/**
 * Fresh tickets for products whose access was checked; a product without a file gets none. Throws when
 * the store fails and there is not one ticket to give.
 */
export const grantFiles = async (
  { guides, now, signingSecret }: DownloadPorts,
  sessionId: string,
  products: readonly Product[],
): Promise<GrantedFile[]> => {
  const expiresAt = now + TICKET_LIFETIME_IN_SECONDS;
  const grants = products.map(async ({ id: productId, file_name: fileName }) => {
    if (!(await guides.find(fileName))) return [];
    return [
      { ticket: await sealTicket({ sessionId, productId, expiresAt }, signingSecret), fileName },
    ];
  });
  const settled = await Promise.allSettled(grants);
  const granted = settled.flatMap((grant) => (grant.status === 'fulfilled' ? grant.value : []));
  const failed = settled.find((grant) => grant.status === 'rejected');
  // One file amiss must not keep the others from their buyer.
  if (failed && granted.length === 0) throw failed.reason;
  return granted;
};
