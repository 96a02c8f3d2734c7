import type { MailTemplate } from '#contract/mail.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { type FulfilPorts, type OrderStore, evenIfDown, upsertOrder } from '../orders/fulfil.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import type { Facts } from '../orders/facts.ts';
import { type Message, type SendMail, fillMail } from './message.ts';
import { type ListPorts, MOST_LISTED, orderList } from './order-list.ts';

export type FindPorts = Omit<FulfilPorts, 'checkout' | 'orders'> &
  ListPorts & {
    readonly buyerKey: (email: string) => string;
    /** Counts a mail to the buyer behind the key; false where it is one too many. */
    readonly mayMail: (buyer: string) => Promise<boolean>;
    readonly orders: OrderStore & {
      /** The sessions of a buyer, the newest first. */
      ofBuyer: (buyer: string, most: number) => Promise<readonly string[]>;
      /** The facts of each session, in the order of the ids. */
      findMany: (sessionIds: readonly string[]) => Promise<readonly Facts[]>;
    };
    /** The completed sessions of an address at Stripe, the newest first. */
    readonly sessionsOf: (email: string, most: number) => Promise<readonly CheckoutSession[]>;
    readonly send: SendMail;
    readonly template: MailTemplate;
    readonly pause: (ms: number) => Promise<unknown>;
    /** Told what could not be asked, and what kept a mail from going out. */
    readonly onFailed: (error: unknown) => void;
  };

/** Before each try after the first. Nobody waits meanwhile but the function. */
const WAITS_IN_MS = [1000, 3000];

/** One more than is listed, to tell that there are more. */
const MOST_FOUND = MOST_LISTED + 1;

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
  const source = 'reconciler';
  const [upserted, recorded] = await Promise.all([
    Promise.all(own.map((session) => upsertOrder(recording, session, { source, at }))),
    orNone(orders.findMany(others)),
  ]);
  return [
    ...upserted.map((done) => done?.order),
    ...recorded.map((facts, index) => orderFrom(others[index] ?? '', facts)),
  ].filter((order) => order != null);
};

const deliver = async ({ send, pause, onFailed }: FindPorts, message: Message): Promise<void> => {
  for (const wait of [...WAITS_IN_MS, null]) {
    const outcome = await send(message);
    if (outcome.is === 'sent') return;
    if (outcome.is === 'refused' || wait === null) {
      return onFailed(new Unavailable('mail', outcome.reason));
    }
    await pause(wait);
  }
};

/**
 * Sends an address the links of all that was bought with it; nothing where nothing was, or where it has had its
 * mails of this hour or day. Never throws: whoever asked has their answer, the same for all.
 */
export const sendPurchases = async (ports: FindPorts, email: string): Promise<void> => {
  const buyer = ports.buyerKey(email);
  try {
    if (!(await ports.mayMail(buyer))) return;
    const orders = await findOrders(ports, email, buyer);
    if (orders.length === 0) return;
    await deliver(ports, {
      ...fillMail(ports.template, { orders: orderList(ports, orders) }),
      to: email,
      key: `find-purchase/${crypto.randomUUID()}`,
      tags: { kind: 'find-purchase' },
    });
  } catch (error) {
    ports.onFailed(error);
  }
};
