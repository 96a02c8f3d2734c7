import generated from '#generated';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Order } from '../orders/order.ts';
import { withdrawableUntil } from '../orders/withdrawal.ts';
import { getEnv } from '../platform/env.ts';
import { productName } from '../shop/catalog.ts';
import { linkToOrder, coverUrl, downloadLink } from '../shop/links.ts';
import { amountPaid } from '../shop/amount-paid.ts';
import { formatDay, dayOf, formatTime } from '../shop/dates.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { type Message, type Value, fillMail } from './message.ts';

/** A link alone in its paragraph. */
const linkTo = (address: string, words: string): Value => ({
  text: `${words}: ${address}`,
  html: `<a href="${escapeHtml(address)}" style="color:#2f6d50">${words}</a>`,
});

/** What each email about an order says of it. */
const factsOf = (order: Order) => ({
  guide: productName(order.productType),
  amount: amountPaid(order),
  order: orderNumberOf(order.sessionId),
  cover: coverUrl(order.productType),
});

/** The key is that of the order: Resend sends one receipt, even if the order has changed between two tries. */
export const receiptFor = (order: Order, to: string): Message => {
  const { sessionId, productType, createdAt } = order;
  return {
    ...fillMail(generated.mails.receipt, {
      ...factsOf(order),
      date: formatDay(dayOf(createdAt)),
      link: downloadLink(sessionId),
      withdraw:
        withdrawableUntil(order) === null
          ? ''
          : linkTo(linkToOrder('/api/withdraw', sessionId), 'Withdraw from this purchase'),
      tonight: generated.tonight[productType] ?? '',
      lesson: `${getEnv().PUBLIC_SITE_URL}/lesson`,
    }),
    to,
    key: `receipt/${sessionId}`,
  };
};

/** The owner's copy. Its key names the address too, since the next try may go to another one. */
export const resentReceipt = (receipt: Message, copy: string): Message => ({
  ...receipt,
  key: `${receipt.key}/${copy}`,
});

/** Confirms a withdrawal, as the law wants. `withdrawnAt` is Unix time in seconds. */
export const withdrawalFor = (order: Order, withdrawnAt: number, to: string): Message => ({
  ...fillMail(generated.mails.withdrawal, { ...factsOf(order), time: formatTime(withdrawnAt) }),
  to,
  key: `withdrawal/${order.sessionId}`,
});
