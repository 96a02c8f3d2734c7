import { formatAmount } from '../money.ts';
import { lastAttempt, paidAttempt, refundedAmount, totalAmount } from '../objects/amounts.ts';
import type { OPENINGS } from '../disputes.ts';
import type { DisputeRecord, DisputeStatus, Payment } from '../state.ts';

type Standing = { words: string; tone: '' | 'good' | 'bad' };

/** A dispute by where it stands, and a button by where it leads. */
export const DISPUTE_WORDS: Record<DisputeStatus, string> = {
  warning_needs_response: 'bank asks',
  warning_under_review: 'inquiry under review',
  warning_closed: 'inquiry closed',
  needs_response: 'disputed',
  under_review: 'dispute under review',
  won: 'dispute won',
  lost: 'dispute lost',
  appeal_needs_response: 'dispute appealed',
  appeal_under_review: 'appeal under review',
  prevented: 'dispute prevented',
};

export const OPENING_WORDS: Record<(typeof OPENINGS)[number], string> = {
  needs_response: 'Open a dispute',
  warning_needs_response: 'Open an inquiry',
  prevented: 'Prevented dispute',
};

const isSettled = ({ status }: DisputeRecord) => status === 'won' || status === 'warning_closed';

/** How a payment stands, in a few words: the latest and gravest fact wins. */
export const standingOf = (payment: Payment): Standing => {
  const refunded = refundedAmount(payment);
  const open = payment.disputes.findLast((dispute) => !isSettled(dispute));
  const settled = payment.disputes.at(-1);
  if (payment.status === 'open') return { words: 'open', tone: '' };
  if (payment.status === 'expired') return { words: 'expired', tone: 'bad' };
  if (lastAttempt(payment)?.status === 'pending') return { words: 'bank debit waits', tone: '' };
  if (!paidAttempt(payment)) return { words: 'bank debit failed', tone: 'bad' };
  if (open) return { words: DISPUTE_WORDS[open.status], tone: 'bad' };
  if (refunded === totalAmount(payment)) return { words: 'refunded', tone: 'bad' };
  if (refunded > 0) {
    return { words: `paid, ${formatAmount(refunded, payment.currency)} refunded`, tone: 'good' };
  }
  return { words: settled ? `paid, ${DISPUTE_WORDS[settled.status]}` : 'paid', tone: 'good' };
};

export const productNames = (payment: Payment) => payment.lines.map(({ name }) => name).join(', ');

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const clockWords = (ms: number) => clock.format(ms);

export const timeWords = (ms: number) => time.format(ms);
