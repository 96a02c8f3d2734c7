import type { ReactNode } from 'react';
import type { OrderMoment, OrderRow } from '../../contract/admin-orders.ts';
import { formatMoney } from '../../content/money.ts';
import { Time } from '../Time.tsx';

/** Whether the buyer has or had access to files. An unpaid order needs no download count. */
export const hasFiles = ({ status, downloads }: Pick<OrderRow, 'status' | 'downloads'>): boolean =>
  downloads > 0 || status === 'paid';

/** "Not downloaded yet", "1 download", "12 downloads". */
export function downloadWords(downloads: number): string {
  if (downloads === 0) return 'Not downloaded yet';
  return `${downloads.toLocaleString('en-US')} ${downloads === 1 ? 'download' : 'downloads'}`;
}

/** "1 order", "1,204 orders". */
export const countOrders = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

type Props = { order: OrderRow; payment: string | null };

/** An order's product, amount, time, downloads and references. */
export function OrderFacts({ order, payment }: Props) {
  const { amount, discount, tax, refunded, currency, presented } = order;
  return (
    <dl className="mt-6">
      <Fact name="Product">{order.guide_name}</Fact>
      <Fact name="Amount">
        {formatMoney(amount, currency)}
        {discount > 0 && `, after ${formatMoney(discount, currency)} off`}
        {tax > 0 && `, including ${formatMoney(tax, currency)} tax`}
        {presented !== null && `, paid as ${presented}`}
        {refunded > 0 && `, ${formatMoney(refunded, currency)} refunded`}
      </Fact>
      <Fact name="When">
        <Time at={order.created_at} />
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
    <div className="grid grid-cols-[7rem_1fr] gap-4 border-b border-rule py-2 text-small">
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The events of an order, oldest first. */
export function OrderHistory({ history }: { history: readonly OrderMoment[] }) {
  return (
    <section aria-labelledby="history" className="mt-8">
      <h3 id="history">History</h3>
      <ol className="timeline mt-4">
        {Array.from(history.entries(), ([index, { at, kind, says, detail }]) => (
          // The index is the key, because two events may have the same time and text.
          <li key={index} data-kind={kind}>
            {detail === undefined ? (
              <p>{says}</p>
            ) : (
              <details>
                <summary className="w-fit cursor-pointer">{says}</summary>
                <p className="my-1 text-small wrap-anywhere text-quiet">{detail}</p>
              </details>
            )}
            {at !== null && <Time at={at} className="text-small text-quiet" />}
          </li>
        ))}
      </ol>
    </section>
  );
}
