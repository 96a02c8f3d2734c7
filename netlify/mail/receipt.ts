import { escapeHtml } from '#contract/escape-html.ts';
import type { ProductType } from '#contract/catalogue.ts';
import type { TonightLines } from '#contract/mail.ts';
import { catalogue, productName } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { ask } from '../clients/redis.ts';
import { getEnv } from '../env.ts';
import { dayOf } from '../orders/days.ts';
import { numberOf } from '../orders/order-names.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findRecipient } from '../orders/stripe-sessions.ts';
import { type Message, NO_ADDRESS, type Value, fillMail, templateOf } from './message.ts';
import { type Outbox, type Sent, queueOf, sendClaimed, sendDue } from './outbox.ts';

/** The address of an order's download page. Whoever has it has the files. */
export const downloadLink = (sessionId: string): string =>
  `${getEnv().PUBLIC_SITE_URL}/guide-download?${new URLSearchParams({ session_id: sessionId })}`;

/** The picture of a product's cover, which emails show (src/pages/covers). */
export const coverOf = (productType: ProductType): string =>
  `${getEnv().PUBLIC_SITE_URL}/covers/${productType}.png`;

/** "$8.99". The amount is in minor units, which in some currencies are whole ones. */
export const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** "November 22, 2026" */
export const dateOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

type Sale = Pick<
  CheckoutSession,
  | 'id'
  | 'productType'
  | 'amountInCents'
  | 'discountInCents'
  | 'taxInCents'
  | 'currency'
  | 'createdAt'
>;

/** "$8.99", or "$6.74 (after $2.25 off, including $0.61 tax)". */
export const amountPaid = ({
  amountInCents,
  discountInCents,
  taxInCents,
  currency,
}: Pick<Sale, 'amountInCents' | 'discountInCents' | 'taxInCents' | 'currency'>): string => {
  const parts = [
    discountInCents > 0 && `after ${money(discountInCents, currency)} off`,
    taxInCents > 0 && `including ${money(taxInCents, currency)} tax`,
  ].filter(Boolean);
  const paid = money(amountInCents, currency);
  return parts.length > 0 ? `${paid} (${parts.join(', ')})` : paid;
};

const template = () => templateOf(globalThis.MAILS.receipt);

const tonight = (productType: ProductType): string =>
  (JSON.parse(globalThis.MAILS.tonight) as TonightLines)[productType] ?? '';

/** Where a buyer finds the order's invoice, which Stripe makes after the receipt is sent. */
const invoiceLink = (sessionId: string): Value => {
  if (!catalogue.checkout?.invoices) return '';
  const address = `${getEnv().PUBLIC_SITE_URL}/api/invoice?${new URLSearchParams({ session_id: sessionId })}`;
  return {
    text: `Your invoice: ${address}`,
    html: `<a href="${escapeHtml(address)}" style="color:#2f6d50">Your invoice</a>`,
  };
};

/** Always the same for one order, as Resend requires of messages with one key. */
export const receiptFor = (sale: Sale, to: string): Message => {
  const { id, productType, createdAt } = sale;
  const order = numberOf(id);
  return {
    ...fillMail(template(), {
      guide: productName(productType),
      amount: amountPaid(sale),
      order,
      date: dateOf(dayOf(createdAt, catalogue.time_zone)),
      link: downloadLink(id),
      invoice: invoiceLink(id),
      tonight: tonight(productType),
      lesson: `${getEnv().PUBLIC_SITE_URL}/lesson`,
      cover: coverOf(productType),
    }),
    to,
    key: `receipt/${id}`,
    tags: { kind: 'receipt', order },
  };
};

/**
 * The receipts to be sent. The step that records an order as paid queues its receipt (redis-orders.ts). The outcome is
 * the order's fact `mail:receipt`: "sent", "refused" or "unsure", when, and the email's id or the reason.
 */
const outbox = (): Outbox => {
  const keys = orderKeys();
  return queueOf({
    key: keys.receipts,
    triedAt: (sessionId) => ({ key: keys.order(sessionId), field: 'mail:receipt:tried' }),
    atEnd: {
      script: `
redis.call('HSETNX', tries, 'mail:receipt', value)
if is == 'refused' then redis.call('ZADD', KEYS[3], now, id) end`,
      keys: [keys.lostReceipts],
    },
  });
};

/** Sends the receipt of a paid order, if it is still to be sent. Throws where Redis or Stripe cannot be reached. */
export const sendReceipt = (sessionId: string): Promise<Sent> =>
  sendClaimed(outbox(), sessionId, async () => {
    const session = await findRecipient(sessionId);
    return session ? receiptFor(session, session.email) : { is: 'refused', detail: NO_ADDRESS };
  });

/** Sends the receipts that are due; see `sendDue`. */
export const sendDueReceipts = (hasTime: () => boolean): Promise<boolean> =>
  sendDue(orderKeys().receipts, hasTime, sendReceipt);

/** Those of the sessions whose receipt is still queued. */
export const waitingReceipts = async (
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { receipts } = orderKeys();
  const scores = await Promise.all(
    sessionIds.map((id) => ask((pipeline) => pipeline.zscore(receipts, id))),
  );
  return new Set(sessionIds.filter((_, index) => scores[index] !== null));
};

/** The sessions whose last receipt was lost, newest first. */
export const lostReceipts = (): Promise<string[]> =>
  ask((pipeline) => pipeline.zrange(orderKeys().lostReceipts, 0, -1, { rev: true }));
