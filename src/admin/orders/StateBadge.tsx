import type { ReceiptState } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { CHECK, CROSS, Mark, WARNING } from '../Mark.tsx';

const CLOCK = 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5';
const DASH = 'M3.5 8H12.5';
const ARROW = 'M2.5 8H13M9 4 13 8 9 12';
const BACK = 'M6.5 3 3 6.5 6.5 10M3 6.5H10A3.25 3.25 0 0 1 10 13H7';
const BARRED = 'M3.4 3.4 12.6 12.6M8 1.5A6.5 6.5 0 1 1 7.99 1.5';
const ASK = 'M5.5 6A2.5 2.5 0 1 1 8 8.5V10M8 12.6V12.8';

/** Each state has its own shape, so that none depends on color alone. */
const BADGES: Readonly<
  Record<OrderStatus | ReceiptState, readonly [label: string, tone: string, shape: string]>
> = {
  // Of an order.
  paid: ['Paid', 'text-leaf-deep', CHECK],
  pending: ['Waiting for the bank', 'text-quiet', CLOCK],
  failed: ['Failed', 'text-quiet', CROSS],
  refunded: ['Refunded', 'text-plum-deep', BACK],
  disputed: ['Disputed', 'text-alert', WARNING],
  blocked: ['Blocked', 'text-alert', BARRED],
  // Of a receipt.
  none: ['Not sent', 'text-quiet', DASH],
  waits: ['Waiting', 'text-quiet', CLOCK],
  sent: ['Sent', 'text-leaf-deep', ARROW],
  unsure: ['Maybe sent', 'text-quiet', ASK],
  refused: ['Refused', 'text-alert', CROSS],
};

/** The state of an order or a receipt, as a shape and words. */
export function StateBadge({ state }: { state: OrderStatus | ReceiptState }) {
  const [label, tone, shape] = BADGES[state];
  return (
    <span className={`inline-flex items-center gap-2 whitespace-nowrap ${tone}`} data-state={state}>
      <Mark shape={shape} />
      {label}
    </span>
  );
}
