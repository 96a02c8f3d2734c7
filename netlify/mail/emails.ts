import { readOrder } from '../orders/store.ts';
import { orderKeys } from '../orders/keys.ts';
import type { EmailOutcome, Order } from '../orders/order.ts';
import { buyerKey } from '../shop/buyer.ts';
import { unsealAddress } from './job-address.ts';
import { ownerAddress } from '../platform/mail-policy.ts';
import type { Job, HashField } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { readSession } from '../stripe/session.ts';
import { alertMessage, SCHEDULE_ALERTS, withdrawalAlert } from './alerts.ts';
import { foundFor, ordersOfAddress } from './found.ts';
import type { Message } from './message.ts';
import { resentReceipt, receiptFor, withdrawalFor } from './receipt.ts';

export type Email = {
  /** The message, or why there is none. `value` is what the job was enqueued with. */
  readonly compose: (id: string, value: string) => Promise<Message | string>;
  /** The note of the outcome in the order. */
  readonly noteAt?: (id: string, outcome: EmailOutcome) => HashField;
  /** The law or the owner needs it, and a second one does no harm. */
  readonly isNeverGivenUp?: true;
};

const NO_ADDRESS = 'no address';

/** The address that Stripe has; null if there is none. */
export const findBuyerAddress = async (sessionId: string): Promise<string | null> => {
  const session = await readSession(sessionId);
  return typeof session === 'string' ? null : session.email;
};

/** An order and its buyer's address. null without either, and for a forgotten buyer. */
const orderAndAddress = async (
  sessionId: string,
): Promise<{ readonly order: Order; readonly to: string } | null> => {
  const [order, to] = await Promise.all([readOrder(sessionId), findBuyerAddress(sessionId)]);
  return order && to !== null && !order.isForgotten ? { order, to } : null;
};

/** The id of a copy's job: its number and address, so that pressing twice sends one email. */
export const copyJob = (sessionId: string, copy: number, email: string | null): Job =>
  `copy:${sessionId}/${copy}/${email === null ? 'own' : buyerKey(email).slice(0, 8)}`;

/** By the kind of the job that sends it. jobs/run.ts has that of announcements too. */
export const EMAILS: Readonly<Record<string, Email>> = {
  receipt: {
    compose: async (sessionId) => {
      const found = await orderAndAddress(sessionId);
      return found ? receiptFor(found.order, found.to) : NO_ADDRESS;
    },
    noteAt: (sessionId, outcome) => ({
      key: orderKeys.order(sessionId),
      field: 'receipt',
      value: JSON.stringify(outcome),
    }),
  },
  copy: {
    compose: async (id, value) => {
      const [sessionId = '', ...copy] = id.split('/');
      const [order, to] = await Promise.all([
        readOrder(sessionId),
        value === '' ? findBuyerAddress(sessionId) : unsealAddress(value),
      ]);
      return order && to !== null
        ? resentReceipt(receiptFor(order, to), copy.join('/'))
        : NO_ADDRESS;
    },
    noteAt: (id, outcome) => {
      const [sessionId = '', copy = '', address] = id.split('/');
      return {
        key: orderKeys.order(sessionId),
        field: `copy:${copy}`,
        value: JSON.stringify({ ...outcome, isOwn: address === 'own' }),
      };
    },
  },
  found: {
    compose: async (id, value) => {
      const to = await unsealAddress(value);
      if (to === null) return NO_ADDRESS;
      const orders = await ordersOfAddress(to);
      return orders.length > 0 ? foundFor(id, to, orders) : 'no orders';
    },
  },
  withdrawal: {
    compose: async (sessionId) => {
      const found = await orderAndAddress(sessionId);
      const at = found?.order.withdrawnAt ?? null;
      return found && at !== null ? withdrawalFor(found.order, at, found.to) : NO_ADDRESS;
    },
    isNeverGivenUp: true,
  },
  alert: {
    compose: async (id) => {
      const to = ownerAddress();
      if (to === null) return NO_ADDRESS;
      const [kind = '', sessionId = ''] = id.split('/');
      const known = SCHEDULE_ALERTS[kind];
      if (known) return alertMessage(id, known, to);
      const order = await readOrder(sessionId);
      // Redis may have been down when the order was to be recorded.
      if (!order) throw new Unavailable('orders', 'withdrawn but not recorded');
      return alertMessage(`${kind}/${orderNumberOf(sessionId)}`, withdrawalAlert(order), to);
    },
    isNeverGivenUp: true,
  },
};
