import generated from '#generated';
import type { Order } from '../orders/order.ts';
import { formatTime } from '../shop/dates.ts';
import type { Message } from './message.ts';
import { orderFacts } from './order-facts.ts';
import { fillTemplate } from './template.ts';

/** Confirms a withdrawal, as the law requires. `withdrawnAt` is Unix time in seconds. */
export const withdrawalMessage = (order: Order, withdrawnAt: number, to: string): Message => ({
  ...fillTemplate(generated.mails.withdrawal, {
    ...orderFacts(order),
    time: formatTime(withdrawnAt),
  }),
  to,
  key: `withdrawal/${order.sessionId}`,
});
