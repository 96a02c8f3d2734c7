import * as z from 'zod/mini';
import { productName } from '../catalogue.ts';
import { runScript } from '../clients/redis.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { now } from '../clock.ts';
import { afterAnswer } from '../current-request.ts';
import { logError } from '../http/log.ts';
import { numberOf } from '../orders/order-names.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findFacts } from '../orders/redis-orders.ts';
import { findRecipient } from '../orders/stripe-sessions.ts';
import { withdrawalAlert } from './alert-words.ts';
import { type Message, fillMail, templateOf } from './message.ts';
import { type NothingToSend, type Outbox, queueOf, sendClaimed, sendDue } from './outbox.ts';
import { alertOwner } from './owner-alerts.ts';
import { amountPaid, coverOf, timeOf } from './receipt.ts';
import { sendsMail } from './settings.ts';

/** What the owner reads of the money. */
const REFUNDED = 'It has been refunded, so there’s nothing for you to do.';
const REFUND_IT = 'Please refund it in Stripe within 14 days.';

/** Tells the owner, and composes the confirmation. */
const finish = async (sessionId: string): Promise<Message | NothingToSend> => {
  const facts = await findFacts(sessionId);
  const order = orderFrom(sessionId, facts);
  // Where Redis was down before, only Stripe knows the order until the reconciler records it.
  if (!order) throw new Unavailable('orders', 'withdrawn but not recorded');
  const says = order.status === 'refunded' ? REFUNDED : REFUND_IT;
  await alertOwner(withdrawalAlert(order, says));
  const session = sendsMail() ? await findRecipient(sessionId) : null;
  if (!session) return { is: 'skipped', detail: 'no email service or no address' };
  const number = numberOf(sessionId);
  return {
    ...fillMail(templateOf(globalThis.MAILS.withdrawal), {
      guide: productName(order.productType),
      amount: amountPaid(order),
      order: number,
      time: timeOf(Number(facts['withdrawn'])),
      cover: coverOf(order.productType),
    }),
    to: session.email,
    key: `withdrawal/${sessionId}`,
  };
};

const outbox = (): Outbox => {
  const keys = orderKeys();
  const queue = queueOf({
    key: keys.withdrawals,
    triedAt: (sessionId) => ({ key: keys.order(sessionId), field: 'mail:withdrawal:tried' }),
  });
  return {
    ...queue,
    // It isn't given up after a day: a second confirmation does no harm, and the law asks for one.
    claim: async (sessionId, at) => {
      const since = await queue.claim(sessionId, at);
      return typeof since === 'number' ? at : since;
    },
  };
};

/** Never throws: what fails is tried again by the reconciler. */
const finishOnce = async (sessionId: string): Promise<void> => {
  await sendClaimed(outbox(), sessionId, () => finish(sessionId)).catch(logError);
};

/** Finishes the withdrawals that are due, while there is time. One that fails holds up no other. Never throws. */
export const finishWithdrawals = (hasTime: () => boolean): Promise<boolean> =>
  sendDue(orderKeys().withdrawals, hasTime, async (sessionId) => {
    await finishOnce(sessionId);
    return { is: 'done' };
  });

const RECORD = `
local order, queue, session, now = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('HSETNX', order, 'withdrawn', now) == 1 then redis.call('ZADD', queue, now, session) end
return redis.call('HGET', order, 'withdrawn')
`;

/**
 * Records that a buyer withdraws, and finishes it after the answer. Answers when they first did, in Unix seconds. Throws
 * where Redis cannot be reached.
 */
export const withdraw = async ({ sessionId }: Order): Promise<number> => {
  const keys = orderKeys();
  const touched = [keys.order(sessionId), keys.withdrawals];
  const at = await runScript(RECORD, touched, [sessionId, now()]);
  afterAnswer(() => finishOnce(sessionId));
  return z.coerce.number().parse(at);
};
