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
  'The email service no longer sends to this address, because an earlier email bounced or was reported as spam. Send it to a different address, or remove the address from the suppression list at Resend.';
const NO_SUCH_ADDRESS = 'The mail server doesn’t know this address. It most likely has a typo.';

/** By Resend's type and subtype of a bounce: resend.com/docs/dashboard/emails/email-bounces. */
const BOUNCES: Readonly<Record<string, string>> = {
  'Permanent General': NO_SUCH_ADDRESS,
  'Permanent NoEmail': NO_SUCH_ADDRESS,
  'Permanent Suppressed': SUPPRESSED,
  'Permanent OnAccountSuppressionList': SUPPRESSED,
  'Transient MailboxFull': 'The mailbox is full. Resend it in a day or two.',
};

/** Why an email was refused for good. */
const refusalWords = (reason: string): string =>
  reason === NO_ADDRESS
    ? 'Stripe has no email address for this buyer. Send it to a different one.'
    : `The email service rejected it: ${plainWords(reason)}. The address is most likely wrong.`;

const bounceWords = (kind: string): string =>
  BOUNCES[kind] ?? 'It bounced ({why}). Resend it, or send it to a different address.';

/** {to} is whose address it is, {why} the reason. A function gets the email service's own reason. */
type Words = string | ((reason: string) => string);

/**
 * Each last known state of an email: the mark of a receipt on the order's page, the words in the order's history, and
 * the words beside the receipt.
 */
const STATES: Readonly<
  Record<Noted['is'], readonly [mark: ReceiptState, history: string, receipt: Words]>
> = {
  sent: ['sent', 'emailed', 'It went out to {to}. No news since.'],
  refused: ['refused', 'rejected by the email service ({why})', refusalWords],
  unsure: [
    'unsure',
    'maybe emailed: the email service didn’t respond',
    'The email service didn’t respond for a day. The receipt may or may not have arrived.',
  ],
  delayed: [
    'delayed',
    'delayed by the mail server',
    'It went out. The mail server will accept it later, or not at all.',
  ],
  delivered: ['delivered', 'delivered', 'It was delivered to {to}.'],
  failed: [
    'bounced',
    'not sent by the email service ({why})',
    'The email service accepted it but couldn’t send it: {why}. Please resend it.',
  ],
  suppressed: [
    'bounced',
    'not sent, because the email service no longer sends to this address',
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
  spam: 'Nothing was sent yet. A receipt to this address was reported as spam. Email services count these reports: after a few, receipts to other buyers end up in spam too.',
} as const;

const NO_ANSWER =
  'The email service didn’t respond, so we can’t tell whether the receipt went out. Press again: if it did, it won’t be sent twice.';

/** The outcome of sending a receipt again, in the owner's words. */
export const sentWords = (sent: SentAgain): string => {
  if (sent.is === 'refused') return `Nothing was sent. ${refusalWords(sent.reason)}`;
  if (sent.is !== 'postponed') return ENDS[sent.is];
  return sent.mayBeSent ? NO_ANSWER : `Nothing was sent: ${notNowWords(sent.reason)}`;
};
