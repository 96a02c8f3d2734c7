import type { ReceiptState, ReceiptView } from '#contract/admin-orders.ts';
import { isoTime } from '../clock.ts';
import { NO_ADDRESS } from '../mail/message.ts';
import type { Facts } from '../orders/facts.ts';
import {
  type Noted,
  type Receipt,
  lastReceipt,
  lastState,
  meansLost,
  nextCopy,
  otherEvents,
  receiptsIn,
} from '../mail/receipt-facts.ts';
import type { SentAgain } from '../mail/send-again.ts';

/** Splits the email service's identifiers into words, such as "reached_daily_quota" and "ContentRejected". */
export const plainWords = (words: string): string =>
  words
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const SUPPRESSED =
  'The mail service sends nothing to this address any more, because an earlier mail to it came back or was reported as spam. Send it to another address, or take the address off the list of suppressions at Resend.';
const NO_SUCH_ADDRESS =
  'The mail server takes no mail for this address: most likely there is a slip in it.';

/** By Resend's type and subtype of a bounce: resend.com/docs/dashboard/emails/email-bounces. */
const BOUNCES: Readonly<Record<string, string>> = {
  'Permanent General': NO_SUCH_ADDRESS,
  'Permanent NoEmail': NO_SUCH_ADDRESS,
  'Permanent Suppressed': SUPPRESSED,
  'Permanent OnAccountSuppressionList': SUPPRESSED,
  'Transient MailboxFull': 'The mailbox is full. Send it again in a day or two.',
};

/** Why an email was refused for good. */
const refusalWords = (reason: string): string =>
  reason === NO_ADDRESS
    ? 'Stripe has no address of this buyer. Send it to another one.'
    : `The mail service refused it: ${plainWords(reason)}. Most likely the address is not right.`;

const bounceWords = (kind: string): string =>
  BOUNCES[kind] ??
  'It came back from the mail server ({why}). Send it again, or to another address.';

/** {to} is whose address it is, {why} the reason. A function gets the email service's own reason. */
type Words = string | ((reason: string) => string);

/**
 * Each last known state of an email: the mark of a receipt on the order's page, the words in the order's history, and
 * the words beside the receipt.
 */
const STATES: Readonly<
  Record<Noted['is'], readonly [mark: ReceiptState, history: string, receipt: Words]>
> = {
  sent: ['sent', 'emailed', 'It went out to {to}. Nothing was told of it since.'],
  refused: ['refused', 'refused by the email service ({why})', refusalWords],
  unsure: [
    'unsure',
    'perhaps emailed: the email service gave no answer',
    'The mail service gave no answer for a day. It may have arrived, or not.',
  ],
  delayed: [
    'delayed',
    'delayed by the mail server',
    'It went out. The mail server takes it later, or not at all.',
  ],
  delivered: ['delivered', 'delivered', 'The mail server of {to} has taken it.'],
  failed: [
    'bounced',
    'not sent by the email service ({why})',
    'The mail service took it and could not send it: {why}. Send it again.',
  ],
  suppressed: [
    'bounced',
    'not sent, since the email service sends nothing to this address any more',
    SUPPRESSED,
  ],
  bounced: ['bounced', 'bounced ({why})', bounceWords],
  complained: [
    'spam',
    'reported as spam by its reader',
    'It arrived, and its reader reported it as spam.',
  ],
};

/** A state of an email in the owner's words. `to` says whose address it went to. */
const readState = ({ is, detail }: Noted, to: string) => {
  const [mark, history, receipt] = STATES[is];
  const why = plainWords(is === 'bounced' ? detail.replace(' ', ', ') : detail);
  const fill = (words: string): string => words.replace('{to}', to).replace('{why}', () => why);
  const says = typeof receipt === 'string' ? receipt : receipt(detail);
  return { mark, history: fill(history), says: fill(says) };
};

type Known = {
  /** Whether the receipt is still to be sent. */
  readonly waits: boolean;
  readonly sendsMail: boolean;
};

const WAITS = {
  untried: 'It is still to be sent. The shop tries every ten minutes.',
  tried: 'The mail service has not taken it so far. The shop tries every ten minutes.',
  stopped: 'It is still to be sent.',
} as const;

const SENDS_NONE = ' The shop sends no mails now: no mail service is set up.';

const NONE = {
  unpaid: 'It goes out once the order is paid.',
  earlier: 'None was sent: the shop sent no mails when this order was paid.',
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
  const word = last && lastState(last);
  // A refused copy does not decide the receipt, which is still to be sent.
  if (!word || (known.waits && word.is === 'refused')) return unsent(facts, known);
  const { mark, says } = readState(word, last.isOwn ? 'the buyer’s address' : 'the other address');
  return { state: mark, at: word.at, says };
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

const entryOf = (what: string, noted: Noted) => {
  const isLoss = meansLost(noted.is) || noted.is === 'complained';
  const kind = isLoss ? ('mail-lost' as const) : ('mail' as const);
  return { at: noted.at, kind, says: `${what} ${readState(noted, '').history}` };
};

const entriesOf = ({ copy, isOwn, end, events }: Receipt) => {
  const again = isOwn ? 'Receipt copy' : 'Receipt copy to another address';
  return [...(end ? [end] : []), ...events].map((one) =>
    entryOf(copy === 0 ? 'Receipt' : again, one),
  );
};

/** The history of an order's emails, unsorted. */
export const mailEntries = (facts: Facts) => [
  ...receiptsIn(facts).flatMap(entriesOf),
  ...otherEvents(facts).map((one) => entryOf('Another email', one)),
];

/** Refusals that concern the shop's account, not the email. */
const notNowWords = (reason: string): string => {
  if (reason.endsWith('quota_exceeded')) {
    return 'your plan at the mail service takes no more emails today, or this month. Try again tomorrow, or choose a larger plan at Resend.';
  }
  return /^4(?!29)/.test(reason)
    ? `the mail service does not let the shop send (${plainWords(reason)}). See at Resend whether MAIL_API_KEY, MAIL_FROM and its domain are right.`
    : 'the mail service takes no mail just now. Please try again in a few minutes.';
};

const ENDS = {
  sent: 'The receipt is on its way.',
  unsure:
    'The mail service gave no answer for a day, so the shop tries no more by itself. Press again to send another.',
  busy: 'It is being sent just now, by another tab or by the shop itself. Look again in a minute.',
  done: 'This was done before, by another tab or another press. Nothing more was sent.',
  spam: 'Nothing was sent yet. A receipt to this address was reported as spam. Mail services count such reports: after a few of them, receipts to other buyers land among spam too.',
} as const;

const NO_ANSWER =
  'The mail service did not answer, so it is not certain whether the receipt went out. Press again: if it did, it is not sent twice.';

/** The outcome of sending a receipt again, in the owner's words. */
export const sentWords = (sent: SentAgain): string => {
  if (sent.is === 'refused') return `Nothing was sent. ${refusalWords(sent.reason)}`;
  if (sent.is !== 'postponed') return ENDS[sent.is];
  return sent.mayBeSent ? NO_ANSWER : `Nothing was sent: ${notNowWords(sent.reason)}`;
};
