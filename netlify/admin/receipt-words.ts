import type { ReceiptState, ReceiptView } from '#contract/admin-orders.ts';
import type { Facts } from '../orders/facts.ts';
import { NO_ADDRESS } from '../mail/receipt.ts';
import type { SentAgain } from '../mail/send-again.ts';
import { lastReceipt, lastWord, nextCopy } from '../mail/receipt-facts.ts';

/** Words of the mail service, as in "reached_daily_quota" and "ContentRejected". */
export const plainWords = (words: string): string =>
  words
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const SUPPRESSED =
  'The mail service sends nothing to this address any more, because an earlier mail to it came back or was reported as spam. Send it to another address, or take the address off the list of suppressions at Resend.';

/** By Resend's words for a bounce: resend.com/docs/dashboard/emails/email-bounces. */
const BOUNCES: Readonly<Record<string, string>> = {
  'Permanent General':
    'The mail server takes no mail for this address: most likely there is a slip in it.',
  'Permanent NoEmail':
    'The mail server takes no mail for this address: most likely there is a slip in it.',
  'Permanent Suppressed': SUPPRESSED,
  'Permanent OnAccountSuppressionList': SUPPRESSED,
  'Transient MailboxFull': 'The mailbox is full. Send it again in a day or two.',
};

const bounceWords = (kind: string): string =>
  BOUNCES[kind] ??
  `It came back from the mail server (${plainWords(kind.replace(' ', ', '))}). Send it again, or to another address.`;

/** Why a mail will not be taken at another time either. */
const refusalWords = (reason: string): string =>
  reason === NO_ADDRESS
    ? 'Stripe has no address of this buyer. Send it to another one.'
    : `The mail service refused it: ${plainWords(reason)}. Most likely the address is not right.`;

/** Answers of the mail service that are about the shop, not about the mail. */
const laterWords = (reason: string): string => {
  if (reason.endsWith('quota_exceeded')) {
    return 'your plan at the mail service takes no more emails today, or this month. Try again tomorrow, or choose a larger plan at Resend.';
  }
  return /^4(?!29)/.test(reason)
    ? `the mail service does not let the shop send (${plainWords(reason)}). See at Resend whether MAIL_API_KEY, MAIL_FROM and its domain are right.`
    : 'the mail service takes no mail just now. Please try again in a few minutes.';
};

type Known = {
  /** Whether the receipt is still to be sent. */
  readonly waits: boolean;
  /** Whether the shop sends mails. */
  readonly sendsMail: boolean;
};

type Told = { readonly state: ReceiptState; readonly at: number | null; readonly says: string };

const SAYS_WAITS = {
  untried: 'It is still to be sent. The shop tries every ten minutes.',
  tried: 'The mail service has not taken it so far. The shop tries every ten minutes.',
  stopped: 'It is still to be sent.',
} as const;

const SENDS_NONE = ' The shop sends no mails now: no mail service is set up.';

const SAYS_NONE = {
  unpaid: 'It goes out once the order is paid.',
  earlier: 'None was sent: the shop sent no mails when this order was paid.',
  never: 'None was sent.',
} as const;

const unsent = (facts: Facts, { waits, sendsMail }: Known): Told => {
  if (waits) {
    const tried = Number(facts['mail:receipt:tried']) || null;
    const how = sendsMail ? (tried === null ? 'untried' : 'tried') : 'stopped';
    return { state: 'waits', at: tried, says: SAYS_WAITS[how] };
  }
  const why = 'payment:paid' in facts ? (sendsMail ? 'earlier' : 'never') : 'unpaid';
  return { state: 'none', at: null, says: SAYS_NONE[why] };
};

const toldOf = (facts: Facts, known: Known): Told => {
  const last = lastReceipt(facts);
  const word = last && lastWord(last);
  // A copy that was refused says nothing of the receipt that is still to be sent.
  if (!word || (known.waits && word.is === 'refused')) return unsent(facts, known);
  const { is, at, detail } = word;
  const to = last.isOwn ? 'the buyer’s address' : 'the other address';
  switch (is) {
    case 'sent':
      return { state: 'sent', at, says: `It went out to ${to}. Nothing was told of it since.` };
    case 'delivered':
      return { state: is, at, says: `The mail server of ${to} has taken it.` };
    case 'delayed':
      return { state: is, at, says: 'It went out. The mail server takes it later, or not at all.' };
    case 'unsure':
      return {
        state: is,
        at,
        says: 'The mail service gave no answer for a day. It may have arrived, or not.',
      };
    case 'refused':
      return { state: is, at, says: refusalWords(detail) };
    case 'complained':
      return { state: 'spam', at, says: 'It arrived, and its reader reported it as spam.' };
    case 'failed':
      return {
        state: 'bounced',
        at,
        says: `The mail service took it and could not send it: ${plainWords(detail)}. Send it again.`,
      };
    case 'suppressed':
      return { state: 'bounced', at, says: SUPPRESSED };
    case 'bounced':
      return { state: 'bounced', at, says: bounceWords(detail) };
  }
};

/** An order's receipt for the owner. */
export const receiptView = (facts: Facts, known: Known): ReceiptView => {
  const { state, at, says } = toldOf(facts, known);
  const isPaid = 'payment:paid' in facts;
  return {
    state,
    at: at === null ? null : new Date(at * 1000).toISOString(),
    says: isPaid && !known.sendsMail ? says + SENDS_NONE : says,
    next_copy: isPaid && known.sendsMail ? nextCopy(facts) : null,
  };
};

/** What came of the owner's wish to send a receipt again. */
export const sentWords = (sent: SentAgain): string => {
  switch (sent.is) {
    case 'sent':
      return 'The receipt is on its way.';
    case 'refused':
      return `Nothing was sent. ${refusalWords(sent.reason)}`;
    case 'unsure':
      return 'The mail service gave no answer for a day, so the shop tries no more by itself. Press again to send another.';
    case 'busy':
      return 'It is being sent just now, by another tab or by the shop itself. Look again in a minute.';
    case 'done':
      return 'This was done before, by another tab or another press. Nothing more was sent.';
    case 'spam':
      return 'Nothing was sent yet. A receipt to this address was reported as spam. Mail services count such reports: after a few of them, receipts to other buyers land among spam too.';
    case 'later':
      return sent.mayBeSent
        ? 'The mail service did not answer, so it is not certain whether the receipt went out. Press again: if it did, it is not sent twice.'
        : `Nothing was sent: ${laterWords(sent.reason)}`;
  }
};
