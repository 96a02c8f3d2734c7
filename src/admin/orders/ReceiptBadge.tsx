import type { ReceiptState } from '../../contract/admin-orders.ts';
import { Mark } from '../Mark.tsx';

const CHECK = 'M3 8.5 6.5 12 13 4.5';
const CLOCK = 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5';
const DASH = 'M3.5 8H12.5';
const ARROW = 'M2.5 8H13M9 4 13 8 9 12';
const ENVELOPE = 'M1.5 3.5H14.5V12.5H1.5ZM1.5 4 8 9 14.5 4';
const CROSS = 'M4 4 12 12M12 4 4 12';
const ASK = 'M5.5 6A2.5 2.5 0 1 1 8 8.5V10M8 12.6V12.8';
const WARN = 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7';

const STATES: Readonly<
  Record<ReceiptState, readonly [label: string, tone: string, shape: string]>
> = {
  none: ['Not sent', 'text-quiet', DASH],
  waits: ['Waits', 'text-quiet', CLOCK],
  sent: ['Sent', 'text-leaf-deep', ARROW],
  delivered: ['Delivered', 'text-leaf-deep', CHECK],
  delayed: ['Delayed', 'text-quiet', CLOCK],
  unsure: ['Perhaps sent', 'text-quiet', ASK],
  refused: ['Refused', 'text-alert', CROSS],
  bounced: ['Did not arrive', 'text-alert', ENVELOPE],
  spam: ['Reported as spam', 'text-alert', WARN],
};

type Props = { state: ReceiptState; words?: string };

/** A receipt's state as words and a shape. */
export function ReceiptBadge({ state, words }: Props) {
  const [label, tone, shape] = STATES[state];
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${tone}`}
      data-receipt={state}
    >
      <Mark shape={shape} />
      {words ?? label}
    </span>
  );
}
