import { Unavailable } from '../clients/unavailable.ts';
import type { Catalogue } from '#contract/catalogue.ts';
import type { MailTemplate } from '#contract/mail.ts';
import { findByType } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { dayOf } from '../orders/days.ts';
import { type Message, type Outcome, type SendMail, fillMail } from './message.ts';

/**
 * How sending a receipt ended, as the order's fact `mail:receipt`: "sent", "refused" or "unsure", when, and the
 * mail's id or the reason.
 */
type ReceiptEnd = { readonly is: 'sent' | 'refused' | 'unsure'; readonly detail: string };

export type ReceiptQueue = {
  /** The sessions that wait and are due, the longest first. */
  readonly due: (now: number, most: number) => Promise<readonly string[]>;
  /**
   * Takes a session for a minute. Answers since when it may have been sent: `now` where it was not tried yet;
   * null where it is not due, sent, or another has it. Unix seconds.
   */
  readonly claim: (sessionId: string, now: number) => Promise<number | null>;
  /** Gives back what was claimed: it was not sent. Whatever is not given back may have been. */
  readonly release: (sessionId: string, now: number) => Promise<void>;
  readonly end: (sessionId: string, end: ReceiptEnd, now: number) => Promise<void>;
};

export type ReceiptPorts = {
  readonly queue: ReceiptQueue;
  readonly checkout: {
    readonly find: (sessionId: string) => Promise<CheckoutSession | 'unknown' | 'foreign'>;
  };
  readonly send: SendMail;
  readonly template: MailTemplate;
  readonly catalogue: Catalogue;
  readonly siteUrl: string;
  readonly orderNumber: (sessionId: string) => string;
  readonly now: () => number;
  /** Told what kept a receipt from going out; it is tried again. */
  readonly onFailed: (error: unknown) => void;
};

/** Resend knows a key for 24 hours. After that a second try could be a second mail. */
const KEY_KNOWN_IN_SECONDS = 23 * 3600;

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

/** How a try went. 'unsure': it may have been sent a day ago. 'busy': it was not due, or another has it. */
export type Sent = Outcome | { readonly is: 'unsure' | 'busy' };

/**
 * Sends the receipt of a paid order, if that is still to be done. At most one goes out, whoever calls it, how often
 * and wherever it breaks off: Resend knows the key for a day, and after that nothing is tried whose end is not
 * known. Throws where the queue or Stripe cannot be reached.
 */
export const sendReceipt = async (ports: ReceiptPorts, sessionId: string): Promise<Sent> => {
  const { queue, checkout, send, onFailed } = ports;
  const now = ports.now();
  const since = await queue.claim(sessionId, now);
  if (since === null) return { is: 'busy' };
  const end = (is: ReceiptEnd['is'], detail: string): Promise<void> =>
    queue.end(sessionId, { is, detail }, now);
  if (now - since > KEY_KNOWN_IN_SECONDS) {
    await end('unsure', 'no answer for a day');
    return { is: 'unsure' };
  }
  const giveBack = async (): Promise<void> => {
    if (since === now) await queue.release(sessionId, now);
  };
  const session = await checkout.find(sessionId).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (typeof session === 'string' || session.email === null) {
    await end('refused', NO_ADDRESS);
    return { is: 'refused', reason: NO_ADDRESS };
  }
  const outcome = await send(receiptFor(ports, session, session.email));
  if (outcome.is === 'sent') await end('sent', outcome.id);
  else if (outcome.is === 'refused') await end('refused', outcome.reason);
  else {
    onFailed(new Unavailable('mail', outcome.reason));
    if (!outcome.mayBeSent) await giveBack();
  }
  return outcome;
};

/** More than a run has time for. */
const MOST = 100;

/** Sends what waits, one by one, as long as there is time and the mail service takes it. Never throws. */
export const sendDueReceipts = async (
  ports: ReceiptPorts,
  hasTime: () => boolean,
): Promise<void> => {
  try {
    for (const sessionId of await ports.queue.due(ports.now(), MOST)) {
      // Who takes no mail now takes no other either.
      if (!hasTime() || (await sendReceipt(ports, sessionId)).is === 'later') return;
    }
  } catch (error) {
    ports.onFailed(error);
  }
};
