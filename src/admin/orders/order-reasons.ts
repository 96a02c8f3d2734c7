import type { OrderDetail } from '../../contract/admin-orders.ts';
import { money } from '../../contract/money.ts';
import { formatShortDay, formatLocalTime } from '../time.ts';

type Dispute = OrderDetail['disputes'][number];
type DisputeWords = { readonly stage: 'Inquiry' | 'Dispute' | 'Appeal'; readonly says: string };

/**
 * Keyed by Stripe's status (docs.stripe.com/api/disputes/object). In an inquiry, the bank asks
 * about a payment and may then open a dispute. Stripe added appeals in this version:
 * docs.stripe.com/changelog/endive/2026-10-28
 */
const DISPUTE_WORDS: ReadonlyMap<string, DisputeWords> = new Map([
  ['warning_needs_response', { stage: 'Inquiry', says: 'respond in Stripe' }],
  ['warning_under_review', { stage: 'Inquiry', says: 'the bank is reviewing your response' }],
  ['warning_closed', { stage: 'Inquiry', says: 'closed without a dispute' }],
  ['needs_response', { stage: 'Dispute', says: 'respond in Stripe' }],
  ['under_review', { stage: 'Dispute', says: 'the bank is reviewing your response' }],
  ['won', { stage: 'Dispute', says: 'you won' }],
  ['lost', { stage: 'Dispute', says: 'you lost' }],
  [
    'prevented',
    {
      stage: 'Dispute',
      says: 'Stripe stopped it before it became a chargeback, usually by returning the money',
    },
  ],
  ['appeal_needs_response', { stage: 'Appeal', says: 'respond in Stripe' }],
  ['appeal_under_review', { stage: 'Appeal', says: 'the bank is reviewing your response' }],
]);

/**
 *     { status: 'needs_response', amount: 1999, due_by: '2026-12-11T12:00:00Z' }
 *     // "Dispute over $19.99: respond in Stripe by Dec 11, 12:00 PM"
 */
function describeDispute({ status, amount, due_by: dueBy }: Dispute, currency: string): string {
  const { stage, says } = DISPUTE_WORDS.get(status) ?? {
    stage: 'Dispute',
    says: status.replaceAll('_', ' '),
  };
  const over = amount > 0 ? ` over ${money(amount, currency)}` : '';
  const canRespond = dueBy !== null && status.endsWith('needs_response');
  const by = canRespond ? ` by ${formatLocalTime(dueBy)}` : '';
  return `${stage}${over}: ${says}${by}`;
}

/** "Refunded $5.00 of $19.99, including $0.30 tax" */
function describeRefund({ refunded, amount, paid_tax: paidTax, tax, currency }: OrderDetail) {
  const text = `Refunded ${money(refunded, currency)} of ${money(amount, currency)}`;
  const returnedTax = paidTax - tax;
  return returnedTax > 0 ? `${text}, including ${money(returnedTax, currency)} tax` : text;
}

export function describeReasons(order: OrderDetail): string[] {
  const { access } = order;
  const reasons: string[] = [];
  if (order.withdrawn_at !== null)
    reasons.push(`Withdrawn on ${formatLocalTime(order.withdrawn_at)}`);
  if (order.refund_due_on !== null) {
    reasons.push(`Refund in Stripe by ${formatShortDay(order.refund_due_on)}`);
  }
  if (order.awaits_files_since !== null) {
    const since = formatLocalTime(order.awaits_files_since);
    reasons.push(`Waiting since ${since} for a file that isn’t uploaded yet`);
  }
  if (order.refunded > 0) reasons.push(describeRefund(order));
  reasons.push(...order.disputes.map((dispute) => describeDispute(dispute, order.currency)));
  if (access) {
    const decision = access.is === 'open' ? 'You opened downloads' : 'You put this order on hold';
    reasons.push(`${decision} on ${formatLocalTime(access.at)}`);
  }
  return reasons;
}
