import type { ReactNode } from 'react';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { money } from '../../contract/money.ts';
import { unbroken } from '../../contract/ranges.ts';
import { formatLocalTime } from '../time.ts';
import { describeReasons } from './order-reasons.ts';
import { StatusBadge } from './StatusBadge.tsx';

const MEANING: Readonly<Record<OrderStatus, string>> = {
  pending: 'The bank hasn’t confirmed the payment yet. Downloads open when it does.',
  paid: 'Downloads are open.',
  failed: 'The payment failed, so nothing was charged.',
  unmatched:
    'The buyer paid, but not the shop’s price. Downloads are closed, and their page says you’ll write. Compare the payment in Stripe, then open downloads or refund it.',
  refunded: 'Downloads are closed.',
  disputed: 'Downloads are closed unless you win the dispute.',
  blocked: 'Downloads are closed. The buyer’s page says the order is on hold.',
};

/** "$6.74, after $2.25 off, including $0.61 tax" */
function describeAmount(order: OrderDetail): string {
  const { amount, discount, paid_tax: tax, currency, presented } = order;
  const parts = [money(amount, currency)];
  if (discount > 0) parts.push(`after ${money(discount, currency)} off`);
  if (tax > 0) parts.push(`including ${money(tax, currency)} tax`);
  if (presented) parts.push(`paid as ${money(presented.amount, presented.currency)}`);
  return parts.join(', ');
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** "$4.09, after $5.00 refunded, $10.00 disputed, and $0.90 tax"; null without deductions. */
function describeNet({ net, refunded, disputed, tax, currency }: OrderDetail): string | null {
  const parts: string[] = [];
  if (refunded > 0) parts.push(`${money(refunded, currency)} refunded`);
  if (disputed > 0) parts.push(`${money(disputed, currency)} disputed`);
  if (tax > 0) parts.push(`${money(tax, currency)} tax`);
  return parts.length > 0 ? `${money(net, currency)}, after ${LIST.format(parts)}` : null;
}

const formatTimes = (times: number): string => (times === 1 ? 'once' : `${times} times`);

export function OrderFacts({ order }: { order: OrderDetail }) {
  const net = describeNet(order);
  return (
    <>
      <div className="note mt-5 bg-paper shadow-none" aria-live="polite">
        <p className="font-semibold">
          <StatusBadge {...order} />
        </p>
        <p className="mt-1">{MEANING[order.status]}</p>
        <ul className="mt-1">
          {describeReasons(order).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <dl className="mt-6">
        <Fact name="Product">{unbroken(order.guide_name)}</Fact>
        <Fact name="Amount">{describeAmount(order)}</Fact>
        {net !== null && <Fact name="Net">{net}</Fact>}
        {order.code !== null && (
          <Fact name="Promotion code">
            <code className="font-mono wrap-anywhere">{order.code}</code>
          </Fact>
        )}
        <Fact name="Date">{formatLocalTime(order.sold_at)}</Fact>
        <Fact name="Reference">
          …<code className="font-mono">{order.reference}</code>
        </Fact>
        <Fact name="Downloads">
          {order.files.length === 0 && <span>None</span>}
          {order.files.map(({ file_name: name, times, last_at: lastAt }) => (
            <span key={name} className="block wrap-anywhere">
              {`${name}: ${formatTimes(times)}, last on ${formatLocalTime(lastAt)}`}
            </span>
          ))}
        </Fact>
      </dl>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7.5rem_1fr] gap-4 border-b border-rule py-2 text-small">
    <dt className="text-quiet">{name}</dt>
    <dd>{children}</dd>
  </div>
);
