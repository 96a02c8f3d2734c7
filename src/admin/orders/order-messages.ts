import { ApiError } from '../../api/request.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import type { OrderRow } from '../../contract/admin-orders.ts';
import { reasonOf } from '../reason.ts';
import { formatMoney } from '../../content/money.ts';

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

type AccessChange = {
  access: 'blocked' | 'open';
  /** The button that asks. */
  label: string;
  /** What will happen to the buyer. */
  asks: string;
  /** The button that does nothing. */
  keep: string;
};

const BLOCK: AccessChange = {
  access: 'blocked',
  label: 'Block downloads',
  asks: 'Links the buyer has opened already stop working at once, and the order page says that it is on hold. The buyer gets no mail about it, and no money back.',
  keep: 'Leave open',
};

const LIFT: AccessChange = {
  access: 'open',
  label: 'Lift the block',
  asks: 'This lifts your block, and nothing else. Where the money went back or is in dispute, the files stay closed. Otherwise the buyer can download again at once, from the same page as before.',
  keep: 'Leave blocked',
};

/** Opens what Stripe has closed. `money` says where the money is. */
const giveBack = (money: string): AccessChange => ({
  access: 'open',
  label: 'Give the files back all the same',
  asks: `${money} The buyer could download again at once all the same. A refund or dispute that comes later closes the files again.`,
  keep: 'Leave closed',
});

const ACCESS_CHANGES: Readonly<Record<OrderStatus, AccessChange | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: LIFT,
  refunded: giveBack('The buyer has the money back.'),
  disputed: giveBack(
    'The payment is in dispute: the buyer’s bank has taken the money back, and may keep it.',
  ),
};

/** What the owner may do about an order's files; null where there are none to give or take. */
export const accessChangeFor = ({ status }: Pick<OrderRow, 'status'>): AccessChange | null =>
  ACCESS_CHANGES[status];

const DONE: Readonly<Partial<Record<OrderStatus, string>>> = {
  blocked: 'Downloads are blocked.',
  refunded: 'The block is lifted. The files stay closed, because the money went back.',
  disputed: 'The block is lifted. The files stay closed, because the payment is in dispute.',
};

/** What has come of a change, by the order's new status: a lifted block may leave the files closed. */
export const doneWords = ({ status }: Pick<OrderRow, 'status'>): string =>
  DONE[status] ?? 'Downloads are open again.';

/** A change that failed. Only where the shop itself has refused is it sure that nothing came of it. */
export const failedWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing was changed. ${reasonOf(error)}`
    : 'The shop did not answer, so it is not certain whether anything was changed. Please try again.';

/** The same of a receipt. The shop knows each wish by its number, so trying again is safe. */
export const notSentWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing was sent. ${reasonOf(error)}`
    : 'The shop did not answer, so it is not certain whether the receipt went out. Please try again: the same receipt is not sent twice.';

/** Whether the buyer has files to fetch, or had: nobody waits for the downloads of an unpaid order. */
export const hasFiles = ({ status, downloads }: Pick<OrderRow, 'status' | 'downloads'>): boolean =>
  downloads > 0 || status === 'paid';

/** "Not downloaded yet", "1 download", "12 downloads". */
export function downloadWords(downloads: number): string {
  if (downloads === 0) return 'Not downloaded yet';
  return `${downloads.toLocaleString('en-US')} ${downloads === 1 ? 'download' : 'downloads'}`;
}
