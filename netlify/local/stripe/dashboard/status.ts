import type { DisputeStatus, OPENINGS } from '../objects/dispute.ts';
import { formatAmount } from '../money.ts';
import type { Payment } from '../payment.ts';
import type { Dispute } from '../state.ts';

/** A dispute by its status, and a button by the status it leads to. */
export const DISPUTE_LABELS: Record<DisputeStatus, string> = {
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

export const OPENING_LABELS: Record<(typeof OPENINGS)[number], string> = {
  needs_response: 'Open a dispute',
  warning_needs_response: 'Open an inquiry',
  prevented: 'Prevented dispute',
};

type Status = { label: string; tone: '' | 'good' | 'bad' };

const isSettled = ({ status }: Dispute) => status === 'won' || status === 'warning_closed';

/** A payment's status in a few words: the latest and gravest fact wins. */
export const statusOf = ({ session, charge, disputes }: Payment): Status => {
  const open = disputes.findLast((dispute) => !isSettled(dispute));
  const settled = disputes.at(-1);
  if (session.status === 'open') return { label: 'open', tone: '' };
  if (session.status === 'expired') return { label: 'expired', tone: 'bad' };
  if (charge?.status === 'pending') return { label: 'bank debit waits', tone: '' };
  if (charge?.status === 'failed') return { label: 'bank debit failed', tone: 'bad' };
  if (open) return { label: DISPUTE_LABELS[open.status], tone: 'bad' };
  if (charge?.refunded) return { label: 'refunded', tone: 'bad' };
  if (charge && charge.amount_refunded > 0) {
    const refunded = formatAmount(charge.amount_refunded, charge.currency);
    return { label: `paid, ${refunded} refunded`, tone: 'good' };
  }
  return { label: settled ? `paid, ${DISPUTE_LABELS[settled.status]}` : 'paid', tone: 'good' };
};
