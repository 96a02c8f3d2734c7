import type { OrderStatus } from '../../contract/orders.ts';
import { STATUS_LABELS } from './order-messages.ts';

/** One shape for each status, on a field of 16 by 16, so that none rests on its color alone. */
const SHAPES: Readonly<Record<OrderStatus, string>> = {
  paid: 'M3 8.5 6.5 12 13 4.5',
  pending: 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5',
  failed: 'M4 4 12 12M12 4 4 12',
  refunded: 'M6.5 3 3 6.5 6.5 10M3 6.5H10A3.25 3.25 0 0 1 10 13H7',
  disputed: 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7',
  blocked: 'M3.4 3.4 12.6 12.6M8 1.5A6.5 6.5 0 1 1 7.99 1.5',
};

const TONES: Readonly<Record<OrderStatus, string>> = {
  paid: 'text-leaf-deep',
  pending: 'text-quiet',
  failed: 'text-quiet',
  refunded: 'text-plum-deep',
  disputed: 'text-alert',
  blocked: 'text-alert',
};

/** An order's status as a word and a shape. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${TONES[status]}`}
      data-state={status}
    >
      <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
        <path
          d={SHAPES[status]}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {STATUS_LABELS[status]}
    </span>
  );
}
