import generated from '#generated';
import type { Order } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { refundDueOn } from '../orders/withdrawal.ts';
import { formatTime } from '../shop/dates.ts';
import { reasonClosed } from '../shop/order-words.ts';
import type { Message } from './message.ts';
import { orderFacts } from './order-facts.ts';
import { fillTemplate } from './template.ts';

/** Confirms a withdrawal, as the law requires. `withdrawnAt` is Unix time in seconds. */
export const withdrawalMessage = (order: Order, withdrawnAt: number, to: string): Message => {
  const status = statusOf(order);
  return {
    ...fillTemplate(generated.mails.withdrawal, {
      ...orderFacts(order),
      time: formatTime(withdrawnAt),
      // The email may be sent late, when the refund has already been made.
      closed: status === 'paid' ? '' : reasonClosed(status),
      refundDue: refundDueOn(order) !== null,
    }),
    to,
    key: `withdrawal/${order.sessionId}`,
  };
};
