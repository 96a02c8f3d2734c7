import generated from '#generated';
import type { Product } from '#contract/catalog.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import type { FirstEvening } from '#contract/mail.ts';
import { stillPreparing } from '#contract/orders.ts';
import { closedStateOf } from '../downloads/access.ts';
import type { Order } from '../orders/order.ts';
import { withdrawableUntil } from '../orders/withdrawal.ts';
import { getEnv } from '../platform/env.ts';
import { dayOf, formatDay } from '../shop/dates.ts';
import { downloadLink, linkToOrder } from '../shop/links.ts';
import { reasonClosed } from '../shop/order-words.ts';
import type { Message } from './message.ts';
import { orderFacts } from './order-facts.ts';
import { type TemplateValue, fillTemplate } from './template.ts';

const linkHtml = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}" style="color:#2f6d50">${escapeHtml(label)}</a>`;

const withdrawParagraph = (order: Order): TemplateValue => {
  if (withdrawableUntil(order) === null) return '';
  const url = linkToOrder('/api/withdraw', order.sessionId);
  const label = 'Withdraw from this purchase';
  return { text: `${label}: ${url}`, html: linkHtml(url, label) };
};

/**
 * Returns, for example, "Try it tonight: “Allowance day.” You’ll need a jar. When they turn 11: The
 * First Coins."
 */
const tonightParagraph = ({ text, next }: FirstEvening): TemplateValue => {
  if (!next) return text;
  const beforeLink = `${text} When they turn ${next.age}:`;
  const url = getEnv().PUBLIC_SITE_URL + next.href;
  return {
    text: `${beforeLink} ${next.title} (${url}).`,
    html: `${escapeHtml(beforeLink)} ${linkHtml(url, next.title)}.`,
  };
};

const repeatedParagraph = (isRepeated: boolean): TemplateValue => {
  if (!isRepeated) return '';
  const fact = 'You already have this from an earlier order.';
  const nextStep =
    'If you didn’t mean to buy it again, write to us with this order’s number, and we’ll refund it.';
  return { text: `${fact} ${nextStep}`, html: `<strong>${fact}</strong> ${nextStep}` };
};

const preparingParagraph = (missing: readonly Product[]): TemplateValue => {
  if (missing.length === 0) return '';
  const text = stillPreparing(
    missing.map(({ name }) => name),
    true,
  );
  return { text, html: `<strong>${escapeHtml(text)}</strong>` };
};

type ReceiptFacts = {
  /** Whether the buyer already has the same files from an earlier order. */
  readonly isRepeated: boolean;
  /** The order's products whose files are not uploaded yet. */
  readonly missing: readonly Product[];
};

const fillReceipt = (
  order: Order,
  { isRepeated, missing }: ReceiptFacts,
): ReturnType<typeof fillTemplate> => {
  const facts = {
    ...orderFacts(order),
    date: formatDay(dayOf(order.createdAt)),
    link: downloadLink(order.sessionId),
  };
  const closed = closedStateOf(order);
  if (closed !== null) {
    return fillTemplate(generated.mails['order-closed'], {
      ...facts,
      status: reasonClosed(closed),
      withdraw: withdrawParagraph(order),
    });
  }
  const isBoughtMissing = missing.some((product) => product.product_type === order.productType);
  const evening = generated.tonight[order.productType];
  return fillTemplate(generated.mails.receipt, {
    ...facts,
    repeated: repeatedParagraph(isRepeated),
    preparing: preparingParagraph(missing),
    withdraw: withdrawParagraph(order),
    tonight: isBoughtMissing || !evening ? '' : tonightParagraph(evening),
    lesson: `${getEnv().PUBLIC_SITE_URL}/lesson`,
  });
};

/**
 * If the order has been closed, the email says why. The key depends only on the session id, so
 * Resend sends only one receipt even if the order changes between two attempts.
 */
export const receiptMessage = (order: Order, to: string, facts: ReceiptFacts): Message => ({
  ...fillReceipt(order, facts),
  to,
  key: `receipt/${order.sessionId}`,
});

/**
 * `resendId` also identifies the address, because the owner may choose a different one each time.
 * See `resentReceiptJob`.
 */
export const resentReceiptMessage = (
  order: Order,
  to: string,
  { resendId, ...facts }: ReceiptFacts & { readonly resendId: string },
): Message => {
  const receipt = receiptMessage(order, to, facts);
  return { ...receipt, key: `${receipt.key}/${resendId}` };
};
