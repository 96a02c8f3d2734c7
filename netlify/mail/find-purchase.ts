import type { MailTemplate } from '#contract/mail.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { type FulfilPorts, evenIfDown, upsertOrder } from '../orders/fulfil.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import type { Facts } from '../orders/facts.ts';
import { type Message, type SendMail, fillMail } from './message.ts';
import { type ListPorts, MOST_LISTED, orderList } from './order-list.ts';
import { type MailQueue, type Sent, sendDue, sendQueued } from './queue.ts';

/** Requests for a mail that wait: the buyer's key and a name of the request, so that each is one mail. */
export type FindQueue = MailQueue & {
  readonly add: (request: string, now: number, mayBeSent: boolean) => Promise<void>;
};

/** With what a mail is made and sent. */
export type FoundMailPorts = ListPorts & {
  readonly orders: {
    /** The sessions of a buyer, the newest first. */
    readonly ofBuyer: (buyer: string, most: number) => Promise<readonly string[]>;
    /** The facts of each session, in the order of the ids. */
    readonly findMany: (sessionIds: readonly string[]) => Promise<readonly Facts[]>;
  };
  readonly checkout: FulfilPorts['checkout'];
  readonly queue: FindQueue;
  readonly send: SendMail;
  readonly template: MailTemplate;
  readonly now: () => number;
  /** Told what could not be asked, and what kept a mail from going out. */
  readonly onFailed: (error: unknown) => void;
};

export type FindPorts = FoundMailPorts &
  FulfilPorts & {
    readonly buyerKey: (email: string) => string;
    /** Counts a mail to the buyer behind the key; false where it is one too many. */
    readonly mayMail: (buyer: string) => Promise<boolean>;
    /** The completed sessions of an address at Stripe, the newest first. */
    readonly sessionsOf: (email: string, most: number) => Promise<readonly CheckoutSession[]>;
  };

/** One more than is listed, to tell that there are more. */
const MOST_FOUND = MOST_LISTED + 1;

const recordedOf = async (
  { findMany }: FoundMailPorts['orders'],
  sessions: readonly string[],
): Promise<readonly Order[]> =>
  (await findMany(sessions))
    .map((facts, index) => orderFrom(sessions[index] ?? '', facts))
    .filter((order) => order !== null);

/**
 * What is recorded for the address, and what Stripe lists for it: orders from before the index of buyers are found
 * there alone, and are recorded by it. Both are always asked, and one of them is enough.
 */
const findOrders = async (
  { orders, sessionsOf, onFailed, ...ports }: FindPorts,
  email: string,
  buyer: string,
): Promise<readonly Order[]> => {
  const at = ports.now();
  const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
    asked.catch((error: unknown) => {
      onFailed(error);
      return [];
    });
  const [indexed, listed] = await Promise.all([
    orNone(orders.ofBuyer(buyer, MOST_FOUND)),
    orNone(sessionsOf(email, MOST_FOUND)),
  ]);
  // Whatever Stripe takes for the same address: a link opens files, and goes to nobody else.
  const own = listed.filter((session) => session.buyer === buyer);
  const ids = new Set(own.map(({ id }) => id));
  const others = indexed.filter((id) => !ids.has(id));
  const recording = evenIfDown({ ...ports, orders });
  const finding = { source: 'reconciler', at, withReceipt: false } as const;
  const [upserted, recorded] = await Promise.all([
    Promise.all(own.map((session) => upsertOrder(recording, session, finding))),
    orNone(recordedOf(orders, others)),
  ]);
  return [...upserted.map((done) => done?.order), ...recorded].filter((order) => order != null);
};

const mailOf = (
  ports: FoundMailPorts,
  request: string,
  { to, orders }: { readonly to: string; readonly orders: readonly Order[] },
): Message => ({
  ...fillMail(ports.template, { orders: orderList(ports, orders) }),
  to,
  key: `find-purchase/${request}`,
  tags: { kind: 'find-purchase' },
});

/**
 * Sends an address the links of all that was bought with it; nothing where nothing was, or where it has had its
 * mails of this hour or day. Where the mail service does not take it now, the request waits, without the address.
 * Never throws: whoever asked has their answer, the same for all.
 */
export const sendPurchases = async (ports: FindPorts, email: string): Promise<void> => {
  const { queue, send, now, onFailed } = ports;
  const buyer = ports.buyerKey(email);
  try {
    if (!(await ports.mayMail(buyer))) return;
    const orders = await findOrders(ports, email, buyer);
    if (orders.length === 0) return;
    const request = `${buyer}/${crypto.randomUUID()}`;
    const outcome = await send(mailOf(ports, request, { to: email, orders }));
    if (outcome.is === 'sent') return;
    onFailed(new Unavailable('mail', outcome.reason));
    if (outcome.is === 'later') await queue.add(request, now(), outcome.mayBeSent);
  } catch (error) {
    onFailed(error);
  }
};

const sendWaiting = async (ports: FoundMailPorts, request: string): Promise<Sent> => {
  const sent = await sendQueued(ports, request, async () => {
    const [buyer = ''] = request.split('/');
    const { ofBuyer } = ports.orders;
    const orders = await recordedOf(ports.orders, await ofBuyer(buyer, MOST_FOUND));
    const [newest] = orders;
    const session = newest ? await ports.checkout.find(newest.sessionId) : 'unknown';
    return typeof session === 'string' || session.email === null
      ? { is: 'skipped', detail: 'no order or no address' }
      : mailOf(ports, request, { to: session.email, orders });
  });
  if (sent.is === 'later') ports.onFailed(new Unavailable('mail', sent.reason));
  return sent;
};

/** Sends the mails that wait, to the address that Stripe has, as `sendDue` does. */
export const sendDuePurchases = (ports: FoundMailPorts, hasTime: () => boolean): Promise<boolean> =>
  sendDue(ports, hasTime, (request) => sendWaiting(ports, request));
