import type { Evidence, OrderMoment } from '#contract/admin-orders.ts';
import { catalogue, productName } from '../catalogue.ts';
import { isoTime } from '../clock.ts';
import { amountPaid, dateOf } from '../mail/receipt.ts';
import { numberOf } from '../orders/order-names.ts';
import { historyOf } from './order-history.ts';
import type { StoredOrder } from './order-queries.ts';
import { plainWords } from './receipt-words.ts';

/** Stripe's limit for a field, in characters. All of the fields together stay within its limit of 150,000. */
const LONGEST = 20_000;

/** What a reason of Stripe's means, and what convinces the bank (docs.stripe.com/disputes/categories). */
const REASONS: Readonly<Record<string, string>> = {
  fraudulent:
    'The card’s owner says that they didn’t buy this. The bank wants to see that whoever paid got the files and downloaded them.',
  unrecognized:
    'The card’s owner doesn’t recognize the payment. The bank wants to see what was bought, and that it was downloaded.',
  product_not_received:
    'The buyer says that the files never came. The bank wants to see the downloads, and the email that was delivered.',
  product_unacceptable:
    'The buyer says that the files aren’t what you promised. The bank wants to see what you sell, and what you say about refunds.',
  credit_not_processed:
    'The buyer says that you owe them a refund. The bank wants to see your refund policy, and what you have refunded.',
  duplicate:
    'The buyer says that they paid twice. Look for a second order by their email address first. If there is one, don’t send this: accept the dispute in Stripe.',
  noncompliant:
    'The card network says that a rule was broken. Answer in Stripe’s dashboard only, because an answer costs several hundred dollars.',
};

export const reasonWords = (reason: string): string =>
  REASONS[reason] ?? `The bank gives this reason: ${plainWords(reason)}.`;

/** What shows that the buyer paid for the files and got them. */
const SHOWN = new Set<OrderMoment['kind']>(['began', 'paid', 'download', 'mail', 'refund']);

const utc = (at: number): string => `${isoTime(at).slice(0, 19).replace('T', ' ')} UTC`;

const logOf = ({ order, facts }: StoredOrder): string =>
  historyOf(facts, { catalogue, currency: order.currency })
    .flatMap(({ at, kind, says }) =>
      SHOWN.has(kind) && at !== null ? [`${utc(at)}: ${says}`] : [],
    )
    .join('\n');

type Known = {
  /** The buyer's, which only Stripe has. */
  readonly email: string | null;
  readonly siteUrl: string;
  /** The page about refunds as text; '' for a shop without one. */
  readonly refunds: string;
};

/** What a bank gets to read of an order. */
export const evidenceFor = (found: StoredOrder, { email, siteUrl, refunds }: Known): Evidence => {
  const { order, facts } = found;
  // The files were open to the buyer from then on.
  const paidAt = Number(facts['payment:paid']?.split(' ')[1] ?? order.createdAt);
  const evidence = {
    product_description: `${productName(order.productType)}: PDF to download, bought at ${siteUrl} for ${amountPaid(order)}. Order number: ${numberOf(order.sessionId)}. The page with the download opens right after the payment, and only the buyer gets its address.`,
    service_date: dateOf(isoTime(paidAt).slice(0, 10)),
    ...(email !== null && { customer_email_address: email }),
    access_activity_log: logOf(found),
    ...(refunds !== '' && {
      refund_policy_disclosure: `Every page of the shop links to its refund policy, ${siteUrl}/refunds, also before the purchase:\n\n${refunds}`,
    }),
  };
  const cut = Object.entries(evidence).map(([name, text]) => [name, text.slice(0, LONGEST)]);
  return Object.fromEntries(cut) as Evidence;
};
