import { formatMoney } from '../../content/money.ts';
import type { OrderRow, ReceiptState } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { Mark, SHAPES } from '../Mark.tsx';

type Look = readonly [label: string, tone: string, shape: string];

const { ask, arrow, blocked, check, clock, cross, dash, envelope, undo, warn } = SHAPES;

const STATUSES: Readonly<Record<OrderStatus, Look>> = {
  paid: ['Paid', 'text-leaf-deep', check],
  pending: ['Waiting for the bank', 'text-quiet', clock],
  failed: ['Not paid', 'text-quiet', cross],
  refunded: ['Refunded', 'text-plum-deep', undo],
  disputed: ['In dispute', 'text-alert', warn],
  blocked: ['Blocked', 'text-alert', blocked],
};

const RECEIPTS: Readonly<Record<ReceiptState, Look>> = {
  none: ['Not sent', 'text-quiet', dash],
  waits: ['Waits', 'text-quiet', clock],
  sent: ['Sent', 'text-leaf-deep', arrow],
  delivered: ['Delivered', 'text-leaf-deep', check],
  delayed: ['Delayed', 'text-quiet', clock],
  unsure: ['Perhaps sent', 'text-quiet', ask],
  refused: ['Refused', 'text-alert', cross],
  bounced: ['Did not arrive', 'text-alert', envelope],
  spam: ['Reported as spam', 'text-alert', warn],
};

const BADGE = 'inline-flex items-center gap-2 whitespace-nowrap';

/** An order's status as words and a shape. */
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

/** What a status means for the buyer. */
const MEANING: Readonly<Record<OrderStatus, string>> = {
  pending:
    'The bank has not confirmed the payment yet. The buyer gets the files as soon as it has.',
  paid: 'The buyer can download.',
  failed: 'The bank refused the payment. Nothing was charged, and there are no files.',
  refunded: 'The money went back, and the files are closed.',
  disputed: 'The buyer’s bank has taken the payment back for now. The files are closed.',
  blocked:
    'You closed the files. The buyer reads that this order is on hold, and whom to write to.',
};

type StatusAndMoney = Pick<OrderRow, 'status' | 'amount' | 'refunded' | 'currency'>;

/** The status of an order in a sentence or two. */
export function meaningOf({ status, amount, refunded, currency }: StatusAndMoney): string {
  if (status !== 'paid' || refunded === 0) return MEANING[status];
  const back = refunded < amount ? formatMoney(refunded, currency) : 'All of the money';
  return `${back} went back. ${MEANING.paid}`;
}

/** Whether the buyer has files to fetch, or had: nobody waits for the downloads of an unpaid order. */
export const hasFiles = ({ status, downloads }: Pick<OrderRow, 'status' | 'downloads'>): boolean =>
  downloads > 0 || status === 'paid';

/** "Not downloaded yet", "1 download", "12 downloads". */
export function downloadWords(downloads: number): string {
  if (downloads === 0) return 'Not downloaded yet';
  return `${downloads.toLocaleString('en-US')} ${downloads === 1 ? 'download' : 'downloads'}`;
}
