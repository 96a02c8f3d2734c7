import { escapeHtml } from '#contract/escape-html.ts';
import type { ProductType } from '#contract/catalogue.ts';
import type { TonightLines } from '#contract/mail.ts';
import { catalogue, productName } from '../catalogue.ts';
import { ask } from '../clients/redis.ts';
import { getEnv } from '../env.ts';
import { dayOf } from '../orders/days.ts';
import { numberOf } from '../orders/order-names.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findFacts } from '../orders/redis-orders.ts';
import { findRecipient } from '../orders/stripe-sessions.ts';
import { withdrawableUntil } from '../orders/withdraw.ts';
import { type Message, NO_ADDRESS, type Value, fillMail, templateOf } from './message.ts';
import { type Outbox, type Sent, queueOf, sendClaimed, sendDue } from './outbox.ts';

/** An address of the shop that names an order by its session, the buyer's key. */
const addressFor = (path: string, sessionId: string): string =>
  `${getEnv().PUBLIC_SITE_URL}${path}?${new URLSearchParams({ session_id: sessionId })}`;

/** The address of an order's download page. Whoever has it has the files. */
export const downloadLink = (sessionId: string): string => addressFor('/guide-download', sessionId);

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

/** "November 24, 2026 at 3:04:05 PM UTC", by the shop's clock. */
export const timeOf = (at: number): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: catalogue.time_zone,
  }).format(at * 1000);

/** "$8.99", or "$6.74 (after $2.25 off, including $0.61 tax)". */
export const amountPaid = ({
  amountInCents,
  discountInCents,
  taxInCents,
  currency,
}: Pick<Order, 'amountInCents' | 'discountInCents' | 'taxInCents' | 'currency'>): string => {
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

/** A link alone in its paragraph, which vanishes if the buyer can't withdraw. */
const withdrawLink = (order: Order): Value => {
  if (withdrawableUntil(order) === null) return '';
  const words = 'Withdraw from this purchase';
  const address = addressFor('/api/withdraw', order.sessionId);
  return {
    text: `${words}: ${address}`,
    html: `<a href="${escapeHtml(address)}" style="color:#2f6d50">${words}</a>`,
  };
};

/** The message's key is that of the order: Resend sends one, even if the order has changed between two tries. */
export const receiptFor = (order: Order, to: string): Message => {
  const { sessionId, productType, createdAt } = order;
  const number = numberOf(sessionId);
  return {
    ...fillMail(template(), {
      guide: productName(productType),
      amount: amountPaid(order),
      order: number,
      date: dateOf(dayOf(createdAt, catalogue.time_zone)),
      link: downloadLink(sessionId),
      withdraw: withdrawLink(order),
      tonight: tonight(productType),
      lesson: `${getEnv().PUBLIC_SITE_URL}/lesson`,
      cover: coverOf(productType),
    }),
    to,
    key: `receipt/${sessionId}`,
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
    atEnd: { script: `redis.call('HSETNX', tries, 'mail:receipt', value)`, keys: [] },
  });
};

/** Sends the receipt of a paid order, if it is still to be sent. Throws where Redis or Stripe cannot be reached. */
export const sendReceipt = (sessionId: string): Promise<Sent> =>
  sendClaimed(outbox(), sessionId, async () => {
    const [session, facts] = await Promise.all([findRecipient(sessionId), findFacts(sessionId)]);
    const order = orderFrom(sessionId, facts);
    if (!session || !order) return { is: 'refused', detail: NO_ADDRESS };
    return receiptFor(order, session.email);
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

/** The number of queued receipts to search for the oldest. */
const LOOKED_AT = 100;

/**
 * The number of queued receipts, and when the oldest of their orders was paid. The queue is sorted by the time of the
 * next try, which does not show how long a receipt has waited.
 */
export const waitingSince = async (): Promise<{ waiting: number; since: number | null }> => {
  const keys = orderKeys();
  const [waiting, sessions] = await Promise.all([
    ask<number>((pipeline) => pipeline.zcard(keys.receipts)),
    ask<string[]>((pipeline) => pipeline.zrange(keys.receipts, 0, LOOKED_AT - 1)),
  ]);
  const paid = sessions.map((session) =>
    ask<string | null>((pipeline) => pipeline.hget(keys.order(session), 'payment:paid')),
  );
  const times = (await Promise.all(paid)).map((fact) => Number(fact?.split(' ')[1]));
  return { waiting, since: times.length === 0 ? null : Math.min(...times) };
};
