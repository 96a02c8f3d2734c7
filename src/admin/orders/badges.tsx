import type { ReceiptState } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { Mark } from '../Mark.tsx';

const CHECK = 'M3 8.5 6.5 12 13 4.5';
const CLOCK = 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5';
const DASH = 'M3.5 8H12.5';
const ARROW = 'M2.5 8H13M9 4 13 8 9 12';
const BACK = 'M6.5 3 3 6.5 6.5 10M3 6.5H10A3.25 3.25 0 0 1 10 13H7';
const ENVELOPE = 'M1.5 3.5H14.5V12.5H1.5ZM1.5 4 8 9 14.5 4';
const CROSS = 'M4 4 12 12M12 4 4 12';
const BARRED = 'M3.4 3.4 12.6 12.6M8 1.5A6.5 6.5 0 1 1 7.99 1.5';
const ASK = 'M5.5 6A2.5 2.5 0 1 1 8 8.5V10M8 12.6V12.8';
const WARN = 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7';

const BADGE = 'inline-flex items-center gap-2 whitespace-nowrap';

/** The shape, on a field of 16 by 16, is there so that no state rests on its color alone. */
type Badge = readonly [label: string, tone: string, shape: string];

const STATUSES: Readonly<Record<OrderStatus, Badge>> = {
  paid: ['Paid', 'text-leaf-deep', CHECK],
  pending: ['Waiting for the bank', 'text-quiet', CLOCK],
  failed: ['Failed', 'text-quiet', CROSS],
  refunded: ['Refunded', 'text-plum-deep', BACK],
  disputed: ['Disputed', 'text-alert', WARN],
  blocked: ['Blocked', 'text-alert', BARRED],
};

const RECEIPTS: Readonly<Record<ReceiptState, Badge>> = {
  none: ['Not sent', 'text-quiet', DASH],
  waits: ['Waiting', 'text-quiet', CLOCK],
  sent: ['Sent', 'text-leaf-deep', ARROW],
  delivered: ['Delivered', 'text-leaf-deep', CHECK],
  delayed: ['Delayed', 'text-quiet', CLOCK],
  unsure: ['Maybe sent', 'text-quiet', ASK],
  refused: ['Refused', 'text-alert', CROSS],
  bounced: ['Not delivered', 'text-alert', ENVELOPE],
  spam: ['Reported as spam', 'text-alert', WARN],
};

/** An order's status as a word and a shape. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const [label, tone, shape] = STATUSES[status];
  return (
    <span className={`${BADGE} ${tone}`} data-state={status}>
      <Mark shape={shape} />
      {label}
    </span>
  );
}

/** A receipt's state as words and a shape. */
export function ReceiptBadge({ state, words }: { state: ReceiptState; words?: string }) {
  const [label, tone, shape] = RECEIPTS[state];
  return (
    <span className={`${BADGE} ${tone}`} data-receipt={state}>
      <Mark shape={shape} />
      {words ?? label}
    </span>
  );
}
