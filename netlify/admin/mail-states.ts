import type { ReceiptState } from '#contract/admin-orders.ts';
import { NO_ADDRESS } from '../mail/message.ts';
import type { Noted } from '../mail/receipt-facts.ts';

/** "reached daily quota" of "reached_daily_quota", "content rejected" of "ContentRejected". */
export const plainWords = (words: string): string =>
  words
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const SUPPRESSED =
  'The mail service sends nothing to this address any more, because an earlier mail to it came back or was reported as spam. Send it to another address, or take the address off the list of suppressions at Resend.';
const NO_SUCH_ADDRESS =
  'The mail server takes no mail for this address: most likely there is a slip in it.';

/** By Resend's words for a bounce: resend.com/docs/dashboard/emails/email-bounces. */
const BOUNCES: Readonly<Record<string, string>> = {
  'Permanent General': NO_SUCH_ADDRESS,
  'Permanent NoEmail': NO_SUCH_ADDRESS,
  'Permanent Suppressed': SUPPRESSED,
  'Permanent OnAccountSuppressionList': SUPPRESSED,
  'Transient MailboxFull': 'The mailbox is full. Send it again in a day or two.',
};

/** Why an email will not be taken at another time either. */
export const refusalWords = (reason: string): string =>
  reason === NO_ADDRESS
    ? 'Stripe has no address of this buyer. Send it to another one.'
    : `The mail service refused it: ${plainWords(reason)}. Most likely the address is not right.`;

const bounceWords = (kind: string): string =>
  BOUNCES[kind] ??
  'It came back from the mail server ({why}). Send it again, or to another address.';

/** {to} stands for whose address it is, {why} for the reason. A function makes words of the mail service's reason. */
type Words = string | ((reason: string) => string);

/** The states of an email: the mark on a receipt, the words in the order's history, and the words about a receipt. */
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

/** An email's state as the owner reads it. `to` says whose address it went to. */
export const readState = ({ is, detail }: Noted, to: string) => {
  const [mark, history, receipt] = STATES[is];
  const why = plainWords(is === 'bounced' ? detail.replace(' ', ', ') : detail);
  const fill = (words: string): string => words.replace('{to}', to).replace('{why}', () => why);
  const says = typeof receipt === 'string' ? receipt : receipt(detail);
  return { mark, history: fill(history), says: fill(says) };
};
