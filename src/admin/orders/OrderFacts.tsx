import type { ReactNode } from 'react';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import type { OrderStatus as Status } from '../../contract/orders.ts';
import { money } from '../../contract/money.ts';
import { dayWords, timeWords } from '../time.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** The meaning of a status for the buyer. */
const MEANING: Readonly<Record<Status, string>> = {
  pending: 'The bank hasn’t confirmed the payment yet. Downloads open when it does.',
  paid: 'Downloads are open.',
  failed: 'The payment failed, so nothing was charged.',
  refunded: 'Downloads are closed.',
  disputed: 'Downloads are closed unless you win the dispute.',
  blocked: 'Downloads are closed. The buyer’s page says the order is on hold.',
};

/**
 * A dispute in the words of Stripe's dashboard.
 *
 *     disputeWords({ status: 'warning_needs_response', due_by: null })  // "Dispute: inquiry needs response"
 */
function disputeWords({ status, due_by: dueBy }: OrderDetail['disputes'][number]): string {
  const words = status.replace(/^warning_/, 'inquiry_').replaceAll('_', ' ');
  const due = dueBy !== null && status.endsWith('needs_response');
  return `Dispute: ${words}${due ? ` by ${timeWords(dueBy)}` : ''}`;
}

/** Why an order has its status: its refunds and disputes, its withdrawal, and the owner's decision. */
export function reasonsFor(order: OrderDetail): string[] {
  const { refunded, amount, currency, withdrawn_at: withdrawn, refund_due_on: due, access } = order;
  const decided = access?.is === 'open' ? 'You opened downloads' : 'You closed downloads';
  return [
    ...(withdrawn === null ? [] : [`Withdrawn on ${timeWords(withdrawn)}`]),
    ...(due === null ? [] : [`Refund in Stripe by ${dayWords(due)}`]),
    ...(refunded > 0
      ? [`Refunded ${money(refunded, currency)} of ${money(amount, currency)}`]
      : []),
    ...order.disputes.map(disputeWords),
    ...(access ? [`${decided} on ${timeWords(access.at)}`] : []),
  ];
}

/** The amount paid, the discount, the tax in it, and the amount in the buyer's own currency. */
function amountWords({ amount, discount, tax, currency, presented }: OrderDetail): string {
  return [
    money(amount, currency),
    ...(discount > 0 ? [`after ${money(discount, currency)} off`] : []),
    ...(tax > 0 ? [`including ${money(tax, currency)} tax`] : []),
    ...(presented ? [`paid as ${money(presented.amount, presented.currency)}`] : []),
  ].join(', ');
}

const timesWords = (times: number): string => (times === 1 ? 'once' : `${times} times`);

/** An order's status and why, its product and amount, and the files that were fetched. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  return (
    <>
      <div className="note mt-5 bg-paper shadow-none" aria-live="polite">
        <p className="font-semibold">
          <StatusBadge {...order} />
        </p>
        <p className="mt-1">{MEANING[order.status]}</p>
        <ul className="mt-1">
          {reasonsFor(order).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <dl className="mt-6">
        <Fact name="Product">{order.guide_name}</Fact>
        <Fact name="Amount">{amountWords(order)}</Fact>
        <Fact name="Date">{timeWords(order.sold_at)}</Fact>
        <Fact name="Ends in">
          <code className="font-mono">{order.reference}</code>
        </Fact>
        <Fact name="Downloads">
          {order.files.length === 0 && <span>None</span>}
          {order.files.map(({ file_name: name, times, last_at: at }) => (
            <span key={name} className="block wrap-anywhere">
              {`${name}: ${timesWords(times)}, last on ${timeWords(at)}`}
            </span>
          ))}
        </Fact>
      </dl>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6rem_1fr] gap-4 border-b border-rule py-2 text-small">
    <dt className="text-quiet">{name}</dt>
    <dd>{children}</dd>
  </div>
);
