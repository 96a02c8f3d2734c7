import type { OrderRow } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';

// SVG paths.
const CHECK = 'M3 8.5 6.5 12 13 4.5';
const CROSS = 'M4 4 12 12M12 4 4 12';
const WARNING = 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7';
const CLOCK = 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5';
const NOT_EQUAL = 'M3 6H13M3 10H13M10.5 2.5 5.5 13.5';
const TURN_BACK = 'M6.5 3 3 6.5 6.5 10M3 6.5H10A3.25 3.25 0 0 1 10 13H7';
const BACK = 'M6.5 4.5 3 8 6.5 11.5M3 8H13';
/** An arrow that points back to a bar. */
const RETURN_DUE = 'M3 3V13M14 8H6M9 4.5 5.5 8 9 11.5';
const BARRED = 'M3.4 3.4 12.6 12.6M8 1.5A6.5 6.5 0 1 1 7.99 1.5';

type Badge = { readonly label: string; readonly tone: string; readonly shape: string };

/** Each badge has its own shape, so that none depends on color alone. */
const BADGES: Readonly<Record<OrderStatus, Badge>> = {
  paid: { label: 'Paid', tone: 'text-leaf-deep', shape: CHECK },
  pending: { label: 'Pending', tone: 'text-quiet', shape: CLOCK },
  failed: { label: 'Failed', tone: 'text-quiet', shape: CROSS },
  unmatched: { label: 'Amount doesn’t match', tone: 'text-alert', shape: NOT_EQUAL },
  refunded: { label: 'Refunded', tone: 'text-hue-deep', shape: TURN_BACK },
  disputed: { label: 'Disputed', tone: 'text-alert', shape: WARNING },
  blocked: { label: 'On hold', tone: 'text-alert', shape: BARRED },
};

const PARTIAL_REFUND: Badge = { label: 'Partial refund', tone: 'text-hue-deep', shape: BACK };

const WITHDRAWN: Badge = { label: 'Withdrawn', tone: 'text-alert', shape: RETURN_DUE };

type Props = Pick<OrderRow, 'status' | 'refunded' | 'refund_due_on'>;

function badgeOf({ status, refunded, refund_due_on: refundDueOn }: Props): Badge {
  if (status !== 'paid') return BADGES[status];
  if (refundDueOn !== null) return WITHDRAWN;
  return refunded > 0 ? PARTIAL_REFUND : BADGES.paid;
}

export function StatusBadge(order: Props) {
  const { label, tone, shape } = badgeOf(order);
  return (
    <span
      className={`inline-flex items-center gap-2 ${tone}`}
      data-status={order.status}
      data-hue="plum"
    >
      <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
        <path
          d={shape}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{label}</span>
    </span>
  );
}
