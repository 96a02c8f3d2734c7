import type { OrderStatus } from '../../contract/orders.ts';
import type { OrderRow } from '../../contract/sales.ts';
import { formatMoney } from '../money.ts';

/** A state in a word or two, for the list. */
export const STATE_WORDS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'Not paid',
  refunded: 'Refunded',
  disputed: 'In dispute',
  blocked: 'Blocked',
};

/** What a state means for the buyer. */
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

type Standing = Pick<OrderRow, 'status' | 'amount' | 'refunded' | 'currency'>;

/** The state of an order in a sentence or two. */
export function meaningOf({ status, amount, refunded, currency }: Standing): string {
  if (status !== 'paid' || refunded === 0) return MEANING[status];
  const back = refunded < amount ? formatMoney(refunded, currency) : 'All of the money';
  return `${back} went back. ${MEANING.paid}`;
}

type Deed = {
  access: 'blocked' | 'open';
  /** The button that asks. */
  label: string;
  /** What will happen to the buyer. */
  asks: string;
  /** The button that does nothing. */
  keep: string;
  /** Once it is done. */
  done: string;
};

const BLOCK: Deed = {
  access: 'blocked',
  label: 'Block downloads',
  asks: 'Links the buyer has opened already stop working at once, and the order page says that it is on hold. The buyer gets no mail about it, and no money back.',
  keep: 'Leave open',
  done: 'Downloads are blocked',
};

const OPEN: Deed = {
  access: 'open',
  label: 'Open downloads',
  asks: 'The buyer can download again at once, from the same page as before.',
  keep: 'Leave closed',
  done: 'Downloads are open again',
};

/** Where the files are closed for a reason that Stripe knows, opening them goes against it. */
const ALL_THE_SAME =
  'The buyer can download again, whatever became of the money. A refund or dispute that comes later closes the files again.';

/** What the owner may do about an order's files; null where there are none to give or take. */
export function deedFor({ status, refunded }: Standing): Deed | null {
  if (status === 'paid') return BLOCK;
  if (status === 'blocked' && refunded === 0) return OPEN;
  if (status === 'blocked' || status === 'refunded' || status === 'disputed') {
    return { ...OPEN, asks: ALL_THE_SAME };
  }
  return null;
}

/** Whether the buyer has files to fetch, or had: nobody waits for the downloads of an unpaid order. */
export const hasFiles = ({ status, downloads }: Pick<OrderRow, 'status' | 'downloads'>): boolean =>
  downloads > 0 || status === 'paid';

/** "Not downloaded yet", "1 download", "12 downloads". */
export function downloadWords(downloads: number): string {
  if (downloads === 0) return 'Not downloaded yet';
  return `${downloads.toLocaleString('en-US')} ${downloads === 1 ? 'download' : 'downloads'}`;
}
