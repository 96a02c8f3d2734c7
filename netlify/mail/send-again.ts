import { Unavailable } from '../clients/unavailable.ts';
import type { Facts } from '../orders/facts.ts';
import type { Order } from '../orders/orders.ts';
import { hasComplained, receiptsIn } from './receipt-facts.ts';
import type { Sent } from './queue.ts';
import { NO_ADDRESS, type ReceiptPorts, receiptFor, sendReceipt } from './receipt.ts';

export type CopyStore = {
  /** Takes a copy for a minute. 'busy' where another has it, 'done' where its end is known. */
  readonly claim: (
    sessionId: string,
    copy: number,
    now: number,
  ) => Promise<'claimed' | 'busy' | 'done'>;
  /** Gives back what was claimed. */
  readonly release: (sessionId: string, copy: number) => Promise<void>;
  /** With a copy that was sent the order's own receipt is sent no more, and is lost no more. */
  readonly end: (
    sessionId: string,
    copy: number,
    end: { readonly is: 'sent' | 'refused'; readonly isOwn: boolean; readonly detail: string },
    now: number,
  ) => Promise<void>;
};

export type CopyPorts = ReceiptPorts & {
  readonly copies: CopyStore;
  /** What stands for an address. */
  readonly buyerKey: (email: string) => string;
};

type ReceiptOf = {
  readonly order: Order;
  readonly facts: Facts;
  /** Whether the order's own receipt is still to be sent. */
  readonly waits: boolean;
};

type Wish = {
  /** Counted on from the copies that the owner knew of, so that the same wish twice is one mail. */
  readonly copy: number;
  /** Undefined is the address that Stripe has. */
  readonly to?: string | undefined;
  /** Whether to send it to who has reported a receipt as spam. */
  readonly anyway?: boolean | undefined;
};

/** How it went. 'done': this copy was sent or refused before. 'spam': its reader does not want it. */
export type SentAgain = Sent | { readonly is: 'done' | 'spam' };

const addressOf = async ({ checkout }: CopyPorts, sessionId: string): Promise<string | null> => {
  const session = await checkout.find(sessionId);
  return typeof session === 'string' ? null : session.email;
};

/**
 * Sends an order's receipt once more, at once. Where the first one still waits and is to go to the buyer, that
 * one is sent. Throws where Redis or Stripe cannot be reached.
 */
export const sendAgain = async (
  ports: CopyPorts,
  { order, facts, waits }: ReceiptOf,
  { copy, to, anyway = false }: Wish,
): Promise<SentAgain> => {
  const { copies, buyerKey, send, onFailed } = ports;
  const { sessionId } = order;
  const isOwn = to === undefined || buyerKey(to) === facts['buyer'];
  if (!anyway && hasComplained(facts, isOwn)) return { is: 'spam' };
  // One of which something is told went out, though the answer was lost: sending that one would send nothing.
  const isOut = receiptsIn(facts).some(({ copy: n, news }) => n === 0 && news.length > 0);
  if (waits && isOwn && !isOut) return sendReceipt(ports, sessionId);
  const address = to ?? (await addressOf(ports, sessionId));
  if (address === null) return { is: 'refused', reason: NO_ADDRESS };
  const now = ports.now();
  const claimed = await copies.claim(sessionId, copy, now);
  if (claimed !== 'claimed') return { is: claimed };
  const message = receiptFor(ports, { ...order, id: sessionId }, address);
  const outcome = await send({
    ...message,
    // By the address too: an answer may be lost, and the next try may go to another one.
    key: `${message.key}/${copy}/${buyerKey(address).slice(0, 8)}`,
    tags: { ...message.tags, copy: String(copy) },
  });
  if (outcome.is === 'later') {
    onFailed(new Unavailable('mail', outcome.reason));
    await copies.release(sessionId, copy);
    return outcome;
  }
  const detail = outcome.is === 'sent' ? outcome.id : outcome.reason;
  await copies.end(sessionId, copy, { is: outcome.is, isOwn, detail }, now);
  return outcome;
};
