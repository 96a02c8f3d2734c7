import type { ReceiptView } from '#contract/admin-orders.ts';
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
import { plainWords, readState, refusalWords } from './mail-states.ts';

type Known = {
  /** Whether the receipt is still to be sent. */
  readonly waits: boolean;
  /** Whether the shop sends emails. */
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
  // A refused copy says nothing about the receipt that is still queued.
  if (!word || (known.waits && word.is === 'refused')) return unsent(facts, known);
  const { mark, says } = readState(word, last.isOwn ? 'the buyer’s address' : 'the other address');
  return { state: mark, at: word.at, says };
};

/** An order's receipt for the owner. */
export const receiptView = (facts: Facts, known: Known): ReceiptView => {
  const { state, at, says } = viewOf(facts, known);
  const isPaid = 'payment:paid' in facts;
  return {
    state,
    at: at === null ? null : new Date(at * 1000).toISOString(),
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

/** The history of an order's emails, in no order. */
export const mailEntries = (facts: Facts) => [
  ...receiptsIn(facts).flatMap(entriesOf),
  ...otherEvents(facts).map((one) => entryOf('Another email', one)),
];

/** The mail service's answers that concern the shop and not the email. */
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

/** What came of the owner's press to send a receipt again. */
export const sentWords = (sent: SentAgain): string => {
  if (sent.is === 'refused') return `Nothing was sent. ${refusalWords(sent.reason)}`;
  if (sent.is !== 'postponed') return ENDS[sent.is];
  return sent.mayBeSent ? NO_ANSWER : `Nothing was sent: ${notNowWords(sent.reason)}`;
};
