import { mayDownload } from '../downloads/access.ts';
import { announcementMessage } from '../mail/announcement.ts';
import type { Message, NoEmail } from '../mail/message.ts';
import { isUnsubscribed } from '../mail/unsubscribe.ts';
import { sessionsOfBuyer } from '../orders/indexes.ts';
import { timeOfSale } from '../orders/order.ts';
import { readOrders } from '../orders/store.ts';
import { findById, catalog } from '../shop/catalog.ts';
import { downloadLink } from '../shop/links.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { readEmail } from '../stripe/session.ts';
import { readAnnouncementRecord } from './announcements.ts';

/** More orders than any parent has. */
const MAX_ORDERS = 50;

/** `id` is "{edition}/{buyer hash}". */
export const composeAnnouncement = async (id: string): Promise<Message | NoEmail> => {
  const [edition = '', buyer = ''] = id.split('/');
  const [parsedRecord, sessions, hasUnsubscribed] = await Promise.all([
    readAnnouncementRecord(edition),
    sessionsOfBuyer(buyer, MAX_ORDERS),
    isUnsubscribed(buyer),
  ]);
  if (hasUnsubscribed) return { noEmailBecause: 'unsubscribed' };
  if (!parsedRecord.success) throw parsedRecord.error;
  const record = parsedRecord.data;
  const product = findById(catalog, record.product);
  const file =
    record.file === undefined
      ? product?.files[0]
      : product?.files.find(({ name }) => name === record.file);
  if (!product || !file) return { noEmailBecause: 'unknown product' };
  const allOrders = await readOrders(sessions);
  // If BUYER_SECRET has changed, an order may still be indexed under its earlier buyer hash. The
  // buyer may have unsubscribed under the new one.
  const ownOrders = allOrders.filter((order) => order.buyer === buyer);
  const orders = ownOrders.filter((order) => mayDownload(order, product));
  const [newest] = orders;
  if (!newest) return { noEmailBecause: 'no order with access' };
  if (newest.withdrawnAt !== null) return { noEmailBecause: 'withdrawn' };
  const hasEdition = orders.some((order) => timeOfSale(order) >= record.since);
  if (hasEdition) return { noEmailBecause: 'already bought this edition' };
  const { sessionId } = newest;
  const to = await readEmail(sessionId);
  if (to === null) return { noEmailBecause: 'no address' };
  return announcementMessage(
    { id: edition, sold: { product, file }, changes: record.changes },
    { to, buyer, order: orderNumberOf(sessionId), link: downloadLink(sessionId) },
  );
};
