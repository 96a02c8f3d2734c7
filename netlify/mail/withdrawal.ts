import generated from '#generated';
import type { Order } from '../orders/order.ts';
import { productName } from '../shop/catalogue.ts';
import { amountPaid, coverOf, numberOf, timeOf } from '../shop/words.ts';
import { type Message, fillMail } from './message.ts';

/** Confirms a withdrawal, as the law wants. `withdrawnAt` is Unix time in seconds. */
export const withdrawalFor = (order: Order, withdrawnAt: number, to: string): Message => {
  const number = numberOf(order.sessionId);
  return {
    ...fillMail(generated.mails.withdrawal, {
      guide: productName(order.productType),
      amount: amountPaid(order),
      order: number,
      time: timeOf(withdrawnAt),
      cover: coverOf(order.productType),
    }),
    to,
    key: `withdrawal/${order.sessionId}`,
  };
};
