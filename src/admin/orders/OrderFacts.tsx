import type { ReactNode } from 'react';
import type { OrderRow } from '../../contract/admin-orders.ts';
import { downloadWords } from './order-messages.ts';
import { localTime, utcTime } from '../time.ts';
import { formatMoney } from '../../content/money.ts';
import { useNow } from '../use-now.ts';

type Props = { order: OrderRow; payment: string | null };

/** What was bought, for how much, and under which names others know it. */
export function OrderFacts({ order, payment }: Props) {
  const now = useNow();
  const { amount, refunded, currency } = order;
  return (
    <dl className="facts mt-6">
      <Fact name="Product">{order.guide_name}</Fact>
      <Fact name="Amount">
        {formatMoney(amount, currency)}
        {refunded > 0 && `, of which ${formatMoney(refunded, currency)} went back`}
      </Fact>
      <Fact name="When">
        <time dateTime={order.created_at} title={utcTime(order.created_at)}>
          {localTime(order.created_at, now)}
        </time>
      </Fact>
      <Fact name="Downloads">{downloadWords(order.downloads)}</Fact>
      <Fact name="Reference">
        <code className="font-mono">{order.reference}</code>
      </Fact>
      {payment !== null && (
        <Fact name="Payment">
          <code className="font-mono wrap-anywhere">{payment}</code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
