import type { OrderDetail } from '../../contract/admin-orders.ts';
import { money } from '../../contract/money.ts';
import { formatShortDay, formatLocalTime } from '../time.ts';

/**
 * Uses the words of Stripe's dashboard.
 *
 *     disputeReason({ status: 'warning_needs_response', due_by: null })
 *     // "Dispute: inquiry needs response"
 */
function disputeReason({ status, due_by: dueBy }: OrderDetail['disputes'][number]): string {
  const words = status.replace(/^warning_/, 'inquiry_').replaceAll('_', ' ');
  const reason = `Dispute: ${words}`;
  const canRespond = dueBy !== null && status.endsWith('needs_response');
  return canRespond ? `${reason} by ${formatLocalTime(dueBy)}` : reason;
}

export function describeReasons(order: OrderDetail): string[] {
  const { refunded, amount, currency, access } = order;
  const reasons: string[] = [];
  if (order.withdrawn_at !== null)
    reasons.push(`Withdrawn on ${formatLocalTime(order.withdrawn_at)}`);
  if (order.refund_due_on !== null) {
    reasons.push(`Refund in Stripe by ${formatShortDay(order.refund_due_on)}`);
  }
  if (refunded > 0) {
    reasons.push(`Refunded ${money(refunded, currency)} of ${money(amount, currency)}`);
  }
  reasons.push(...order.disputes.map(disputeReason));
  if (access) {
    const decision = access.is === 'open' ? 'You opened downloads' : 'You closed downloads';
    reasons.push(`${decision} on ${formatLocalTime(access.at)}`);
  }
  return reasons;
}
