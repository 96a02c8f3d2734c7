import { Unavailable } from '../clients/unavailable.ts';
import type { Catalogue } from '#contract/catalogue.ts';
import type { MailTemplate } from '#contract/mail.ts';
import { findByType } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { dayOf } from '../orders/days.ts';
import { type Message, fillMail } from './message.ts';
import { type QueuePorts, type Sent, sendDue, sendQueued } from './queue.ts';

/**
 * How sending one ended stands as the order's fact `mail:receipt`: "sent", "refused" or "unsure", when, and the
 * mail's id or the reason.
 */
export type ReceiptPorts = QueuePorts & {
  readonly checkout: {
    readonly find: (sessionId: string) => Promise<CheckoutSession | 'unknown' | 'foreign'>;
  };
  readonly template: MailTemplate;
  readonly catalogue: Catalogue;
  readonly siteUrl: string;
  readonly orderNumber: (sessionId: string) => string;
  /** Told what kept a receipt from going out; it is tried again. */
  readonly onFailed: (error: unknown) => void;
};

/** The address of an order's files, which is the buyer's key to them. */
export const downloadLink = (siteUrl: string, sessionId: string): string =>
  `${siteUrl}/guide-download?${new URLSearchParams({ session_id: sessionId })}`;

export const money = (amountInCents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amountInCents / 100);

/** "November 22, 2026" */
export const dateOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

type Sale = Pick<
  CheckoutSession,
  'id' | 'productType' | 'amountInCents' | 'currency' | 'createdAt'
>;

/** The same to the letter however often it is made, as the key wants it. */
export const receiptFor = (
  { template, catalogue, siteUrl, orderNumber }: ReceiptPorts,
  { id, productType, amountInCents, currency, createdAt }: Sale,
  to: string,
): Message => {
  const order = orderNumber(id);
  return {
    ...fillMail(template, {
      guide: findByType(catalogue, productType)?.name ?? productType,
      amount: money(amountInCents, currency),
      order,
      date: dateOf(dayOf(createdAt, catalogue.time_zone)),
      link: downloadLink(siteUrl, id),
    }),
    to,
    key: `receipt/${id}`,
    tags: { kind: 'receipt', order },
  };
};

/** Why a receipt is refused of whose buyer Stripe knows none. */
export const NO_ADDRESS = 'no address';

/**
 * Sends the receipt of a paid order, if that is still to be done; at most one goes out. Throws where the queue or
 * Stripe cannot be reached.
 */
export const sendReceipt = async (ports: ReceiptPorts, sessionId: string): Promise<Sent> => {
  const sent = await sendQueued(ports, sessionId, async () => {
    const session = await ports.checkout.find(sessionId);
    return typeof session === 'string' || session.email === null
      ? { is: 'refused', detail: NO_ADDRESS }
      : receiptFor(ports, session, session.email);
  });
  if (sent.is === 'later') ports.onFailed(new Unavailable('mail', sent.reason));
  return sent;
};

/** Sends what waits, as `sendDue` does. */
export const sendDueReceipts = (ports: ReceiptPorts, hasTime: () => boolean): Promise<boolean> =>
  sendDue(ports, hasTime, (sessionId) => sendReceipt(ports, sessionId));
