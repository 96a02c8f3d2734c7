import type { Product } from '#contract/catalog.ts';
import { closedStateOf, hasEarlierOrder } from '../downloads/access.ts';
import { rememberWaitingBuyer, findMissingFiles } from '../downloads/missing-files.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { logError } from '../http/log.ts';
import { orderKeys } from '../orders/keys.ts';
import type { EmailOutcome, Order } from '../orders/order.ts';
import { findOrdersOfAddress } from '../orders/orders-of-address.ts';
import { isUnmatched, statusOf } from '../orders/status.ts';
import { refundDueOn } from '../orders/withdrawal.ts';
import { readOrder } from '../orders/store.ts';
import { ownerAddress } from '../platform/mail-policy.ts';
import type { Job, JobOutcome } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { buyerHash, shortHash } from '../shop/buyer-hash.ts';
import { catalog, findById } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { readEmail } from '../stripe/session.ts';
import { MAX_LISTED_ORDERS, foundOrdersMessage } from './find-purchase.ts';
import { unsealAddress } from './job-address.ts';
import { filesReadyMessage } from './files-ready.ts';
import type { Message, NoEmail } from './message.ts';
import { ORDER_ALERTS, SHOP_ALERTS, missingFileAlert, ownerAlertMessage } from './owner-alert.ts';
import { receiptMessage, resentReceiptMessage } from './receipt.ts';
import { withdrawalMessage } from './withdrawal.ts';

export type EmailKind = {
  /** `id` is the part of the job's name after its kind. `value` is stored with the job. */
  readonly compose: (id: string, value: string) => Promise<Message | NoEmail>;
  readonly jobOutcome?: (id: string, outcome: EmailOutcome) => JobOutcome | undefined;
  /** For emails that the law requires or the owner needs, and that may safely be sent twice. */
  readonly retriesForever?: true;
};

/** No notes about emails are stored for a forgotten order. */
const orderNote = (sessionId: string, field: string, note: object): JobOutcome => ({
  key: orderKeys.order(sessionId),
  field,
  value: JSON.stringify(note),
  unlessField: 'forgotten',
});

const NO_ADDRESS: NoEmail = { noEmailBecause: 'no address' };

const findOrderAndAddress = async (
  sessionId: string,
): Promise<{ readonly order: Order; readonly to: string } | null> => {
  const [order, to] = await Promise.all([readOrder(sessionId), readEmail(sessionId)]);
  if (!order || to === null || order.isForgotten) return null;
  return { order, to };
};

/** If the lookup fails, the receipt is sent without the paragraph about an earlier order. */
const isRepeated = async (order: Order): Promise<boolean> => {
  if (statusOf(order) !== 'paid') return false;
  return (await hasEarlierOrder(order).catch(logError)) ?? false;
};

/**
 * Returns the products of an order that have no file yet. The receipt promises an email about them,
 * so the wait is recorded first. If Blobs fails, the receipt is sent without that promise.
 */
const noteMissingFiles = async (order: Order): Promise<readonly Product[]> => {
  const missing = (await findMissingFiles(order).catch(logError)) ?? [];
  await rememberWaitingBuyer(order, missing);
  return missing;
};

const receipt: EmailKind = {
  compose: async (sessionId) => {
    const found = await findOrderAndAddress(sessionId);
    if (!found) return NO_ADDRESS;
    const { order, to } = found;
    return receiptMessage(order, to, {
      isRepeated: await isRepeated(order),
      missing: await noteMissingFiles(order),
    });
  },
  jobOutcome: (sessionId, outcome) => orderNote(sessionId, 'receipt', outcome),
};

/**
 * `number` is the 1-based number of the resent receipt within its order. A double click repeats the
 * number, so it sends only one email. If `email` is null, the receipt goes to the buyer's address
 * at Stripe.
 */
export const resentReceiptJob = (sessionId: string, number: number, email: string | null): Job =>
  `copy:${sessionId}/${number}/${email === null ? 'own' : shortHash(buyerHash(email))}`;

const resentReceipt: EmailKind = {
  compose: async (id, value) => {
    const [sessionId = '', ...resendId] = id.split('/');
    const isOwnAddress = value === '';
    const [order, to] = await Promise.all([
      readOrder(sessionId),
      isOwnAddress ? readEmail(sessionId) : unsealAddress(value),
    ]);
    if (!order || to === null || order.isForgotten) return NO_ADDRESS;
    return resentReceiptMessage(order, to, {
      resendId: resendId.join('/'),
      // Another address may belong to somebody who must not learn about the buyer's other orders.
      isRepeated: isOwnAddress && (await isRepeated(order)),
      // The email about an uploaded file goes only to the buyer's address at Stripe.
      missing: isOwnAddress ? await noteMissingFiles(order) : [],
    });
  },
  jobOutcome: (id, outcome) => {
    const [sessionId = '', number = '', address] = id.split('/');
    return orderNote(sessionId, `copy:${number}`, { ...outcome, isOwn: address === 'own' });
  },
};

const filesReady: EmailKind = {
  compose: async (id) => {
    const [sessionId = ''] = id.split('/');
    const found = await findOrderAndAddress(sessionId);
    if (!found) return NO_ADDRESS;
    const { order, to } = found;
    const isClosed = closedStateOf(order) !== null || order.withdrawnAt !== null;
    if (isClosed) return { noEmailBecause: 'closed in the meantime' };
    return filesReadyMessage(id, order, to);
  },
};

const foundOrders: EmailKind = {
  compose: async (requestId, value) => {
    const to = await unsealAddress(value);
    if (to === null) return NO_ADDRESS;
    // One more than the email lists, so that the email can say that there are more.
    const orders = await findOrdersOfAddress(to, MAX_LISTED_ORDERS + 1);
    if (orders.length === 0) return { noEmailBecause: 'no orders' };
    return foundOrdersMessage(requestId, to, orders);
  },
};

const withdrawal: EmailKind = {
  compose: async (sessionId) => {
    const found = await findOrderAndAddress(sessionId);
    const withdrawnAt = found?.order.withdrawnAt ?? null;
    if (!found || withdrawnAt === null) return NO_ADDRESS;
    return withdrawalMessage(found.order, withdrawnAt, found.to);
  },
  retriesForever: true,
};

/** Whether the owner still has something to do. */
const isStillNeeded = (alert: string, order: Order): boolean => {
  if (alert === 'unmatched') return isUnmatched(order) && statusOf(order) !== 'refunded';
  if (alert === 'withdrawal') return refundDueOn(order) !== null;
  return true;
};

const SETTLED: NoEmail = { noEmailBecause: 'settled in the meantime' };

const composeMissingFileAlert = async (
  id: string,
  productId: string,
  to: string,
): Promise<Message | NoEmail> => {
  const product = findById(catalog, productId);
  if (!product?.is_active || (await findCurrentEdition(product.files[0].name))) return SETTLED;
  return ownerAlertMessage(id, missingFileAlert(product), to);
};

const ownerAlert: EmailKind = {
  compose: async (id) => {
    const to = ownerAddress();
    if (to === null) return NO_ADDRESS;
    const [kind = '', subject = ''] = id.split('/');
    if (kind === 'no-file') return composeMissingFileAlert(id, subject, to);
    const shopAlert = SHOP_ALERTS[kind];
    if (shopAlert) return ownerAlertMessage(id, shopAlert, to);
    const alertFor = ORDER_ALERTS[kind];
    if (!alertFor) return { noEmailBecause: 'unknown kind' };
    const order = await readOrder(subject);
    // Redis may have lost the order since the alert was enqueued.
    if (!order) throw new Unavailable('orders', 'alert about an unrecorded order');
    if (!isStillNeeded(kind, order)) return SETTLED;
    return ownerAlertMessage(`${kind}/${orderNumberOf(subject)}`, alertFor(order), to);
  },
  retriesForever: true,
};

/** The key is the kind of job that sends the email. jobs/run-job.ts adds announcements. */
export const EMAIL_KINDS: Readonly<Record<string, EmailKind>> = {
  receipt,
  copy: resentReceipt,
  found: foundOrders,
  withdrawal,
  ready: filesReady,
  alert: ownerAlert,
};
