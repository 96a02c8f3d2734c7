import generated from '#generated';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Order } from '../orders/order.ts';
import { withdrawableUntil } from '../orders/withdraw.ts';
import { getEnv } from '../platform/env.ts';
import { productName } from '../shop/catalogue.ts';
import {
  addressFor,
  amountPaid,
  coverOf,
  dateOf,
  dayOf,
  downloadLink,
  numberOf,
} from '../shop/words.ts';
import { type Message, type Value, fillMail } from './message.ts';

const tonight = (productType: Order['productType']): string => generated.tonight[productType] ?? '';

/** A link alone in its paragraph. */
const linkTo = (address: string, words: string): Value => ({
  text: `${words}: ${address}`,
  html: `<a href="${escapeHtml(address)}" style="color:#2f6d50">${words}</a>`,
});

/** The key is that of the order: Resend sends one receipt, even if the order has changed between two tries. */
export const receiptFor = (order: Order, to: string): Message => {
  const { sessionId, productType } = order;
  const number = numberOf(sessionId);
  return {
    ...fillMail(generated.mails.receipt, {
      guide: productName(productType),
      amount: amountPaid(order),
      order: number,
      date: dateOf(dayOf(order.createdAt)),
      link: downloadLink(sessionId),
      withdraw:
        withdrawableUntil(order) === null
          ? ''
          : linkTo(addressFor('/api/withdraw', sessionId), 'Withdraw from this purchase'),
      tonight: tonight(productType),
      lesson: `${getEnv().PUBLIC_SITE_URL}/lesson`,
      cover: coverOf(productType),
    }),
    to,
    key: `receipt/${sessionId}`,
  };
};

/** The owner's copy. Its key names the address too, since the next try may go to another one. */
export const copyOf = (receipt: Message, copy: string): Message => ({
  ...receipt,
  key: `${receipt.key}/${copy}`,
});
