import { formatAmount } from '../money.ts';
import { lastAttempt, paidAttempt, refundedAmount, totalAmount } from '../objects/amounts.ts';
import type { Payment } from '../state.ts';

type Standing = { words: string; tone: '' | 'good' | 'bad' };

/** How a payment stands, in a few words: the latest and gravest fact wins. */
export const standingOf = (payment: Payment): Standing => {
  const refunded = refundedAmount(payment);
  const dispute = payment.disputes.at(-1);
  if (payment.status === 'open') return { words: 'open', tone: '' };
  if (payment.status === 'expired') return { words: 'expired', tone: 'bad' };
  if (lastAttempt(payment)?.status === 'pending') return { words: 'bank debit waits', tone: '' };
  if (!paidAttempt(payment)) return { words: 'bank debit failed', tone: 'bad' };
  if (dispute?.status === 'needs_response') return { words: 'disputed', tone: 'bad' };
  if (dispute?.status === 'lost') return { words: 'dispute lost', tone: 'bad' };
  if (refunded === totalAmount(payment)) return { words: 'refunded', tone: 'bad' };
  if (refunded > 0) {
    return { words: `paid, ${formatAmount(refunded, payment.currency)} refunded`, tone: 'good' };
  }
  return { words: dispute ? 'paid, dispute won' : 'paid', tone: 'good' };
};

export const productNames = (payment: Payment) => payment.lines.map(({ name }) => name).join(', ');

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const clockWords = (ms: number) => clock.format(ms);

export const timeWords = (ms: number) => time.format(ms);
