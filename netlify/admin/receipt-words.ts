import type { ReceiptView } from '#contract/admin-orders.ts';
import { isoTime } from '../clock.ts';
import { NO_ADDRESS } from '../mail/message.ts';
import type { Facts } from '../orders/facts.ts';
import { type Receipt, lastReceipt, nextCopy, receiptsIn } from '../mail/receipt-facts.ts';
import type { Sent } from '../mail/outbox.ts';

/** Splits the email service's identifiers into words, such as "reached_daily_quota" and "ContentRejected". */
export const plainWords = (words: string): string =>
  words
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Why an email was refused for good. */
const refusalWords = (reason: string): string =>
  reason === NO_ADDRESS
    ? 'Stripe has no email address for this buyer. Send it to a different one.'
    : `The email service rejected it: ${plainWords(reason)}. The address is most likely wrong.`;

/** The id by which Resend's dashboard finds an email. It is unknown if an earlier try had sent the email. */
const idWords = (id: string): string => (id === '' ? '' : ` Its id at Resend: ${id}.`);

/** The outcome of an email in the order's history. */
const historyWords = ({ is, detail }: Receipt): string => {
  if (is === 'sent') return 'emailed';
  return is === 'refused'
    ? `rejected by the email service (${plainWords(detail)})`
    : 'maybe emailed: the email service didn’t respond';
};

/** The outcome of a receipt, beside it. */
const outcomeWords = ({ is, isOwn, detail }: Receipt): string => {
  if (is === 'sent') {
    return `It went out to ${isOwn ? 'the buyer’s address' : 'the other address'}.${idWords(detail)}`;
  }
  return is === 'refused'
    ? refusalWords(detail)
    : 'The email service didn’t respond for a day. The receipt may or may not have arrived.';
};

type Known = {
  /** Whether the receipt is still to be sent. */
  readonly waits: boolean;
  readonly sendsMail: boolean;
};

const WAITS = {
  untried: 'It hasn’t been sent yet. The shop tries every ten minutes.',
  tried: 'The email service hasn’t accepted it yet. The shop tries every ten minutes.',
  stopped: 'It hasn’t been sent yet.',
} as const;

const SENDS_NONE = ' The shop can’t send email right now, because no email service is set up.';

const NONE = {
  unpaid: 'It goes out once the order is paid.',
  earlier: 'None was sent, because the shop didn’t send email when this order was paid.',
  never: 'None was sent.',
} as const;

type View = Pick<ReceiptView, 'state' | 'says'> & { readonly at: number | null };

const unsent = (facts: Facts, { waits, sendsMail }: Known): View => {
  if (waits) {
    const tried = Number(facts['mail:receipt:tried']) || null;
    const how = sendsMail ? (tried === null ? 'untried' : 'tried') : 'stopped';
    return { state: 'waits', at: tried, says: WAITS[how] };
  }
  const why = 'payment:paid' in facts ? (sendsMail ? 'earlier' : 'never') : 'unpaid';
  return { state: 'none', at: null, says: NONE[why] };
};

const viewOf = (facts: Facts, known: Known): View => {
  const last = lastReceipt(facts);
  // A refused copy does not decide the receipt, which is still to be sent.
  if (!last || (known.waits && last.is === 'refused')) return unsent(facts, known);
  return { state: last.is, at: last.at, says: outcomeWords(last) };
};

/** An order's receipt in the owner's words. */
export const receiptView = (facts: Facts, known: Known): ReceiptView => {
  const { state, at, says } = viewOf(facts, known);
  const isPaid = 'payment:paid' in facts;
  return {
    state,
    at: at === null ? null : isoTime(at),
    says: isPaid && !known.sendsMail ? says + SENDS_NONE : says,
    next_copy: isPaid && known.sendsMail ? nextCopy(facts) : null,
  };
};

/** The history of an order's receipts, unsorted. */
export const mailEntries = (facts: Facts) =>
  receiptsIn(facts).map((receipt) => {
    const again = receipt.isOwn ? 'Receipt copy' : 'Receipt copy to another address';
    const what = receipt.copy === 0 ? 'Receipt' : again;
    return { at: receipt.at, kind: 'mail' as const, says: `${what} ${historyWords(receipt)}` };
  });

/** Refusals that concern the shop's account, not the email. */
const notNowWords = (reason: string): string => {
  if (reason.endsWith('quota_exceeded')) {
    return 'you’ve used up today’s or this month’s emails on your plan. Try again tomorrow, or choose a larger plan at Resend.';
  }
  return /^4(?!29)/.test(reason)
    ? `the email service doesn’t let the shop send (${plainWords(reason)}). Check MAIL_API_KEY, MAIL_FROM and its domain at Resend.`
    : 'the email service isn’t accepting email right now. Please try again in a few minutes.';
};

const ENDS = {
  sent: 'The receipt is on its way.',
  unsure:
    'The email service didn’t respond for a day, so the shop stopped trying. Press again to send another.',
  busy: 'It’s being sent right now, from another tab or by the shop itself. Check again in a minute.',
  done: 'This was already done, in another tab or by an earlier press. Nothing more was sent.',
} as const;

const NO_ANSWER =
  'The email service didn’t respond, so we can’t tell whether the receipt went out. Press again: if it did, it won’t be sent twice.';

/** The outcome of sending a receipt again, in the owner's words. */
export const sentWords = (sent: Sent): string => {
  if (sent.is === 'refused') return `Nothing was sent. ${refusalWords(sent.reason)}`;
  if (sent.is !== 'postponed') return ENDS[sent.is];
  return sent.mayBeSent ? NO_ANSWER : `Nothing was sent: ${notNowWords(sent.reason)}`;
};
