import type { OrderStatus } from '../../contract/orders.ts';
import { Mark } from '../Mark.tsx';

/** The shape, on a field of 16 by 16, is there so that no status rests on its color alone. */
const STATUSES: Readonly<
  Record<OrderStatus, readonly [label: string, tone: string, shape: string]>
> = {
  paid: ['Paid', 'text-leaf-deep', 'M3 8.5 6.5 12 13 4.5'],
  pending: ['Waiting for the bank', 'text-quiet', 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5'],
  failed: ['Not paid', 'text-quiet', 'M4 4 12 12M12 4 4 12'],
  refunded: ['Refunded', 'text-plum-deep', 'M6.5 3 3 6.5 6.5 10M3 6.5H10A3.25 3.25 0 0 1 10 13H7'],
  disputed: ['In dispute', 'text-alert', 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7'],
  blocked: ['Blocked', 'text-alert', 'M3.4 3.4 12.6 12.6M8 1.5A6.5 6.5 0 1 1 7.99 1.5'],
};

/** An order's status as a word and a shape. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const [label, tone, shape] = STATUSES[status];
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${tone}`}
      data-state={status}
    >
      <Mark shape={shape} />
      {label}
    </span>
  );
}
