import type { OrderStatus } from '../../contract/orders.ts';
import { setAccess } from '../../api/admin-orders.ts';
import { ApiError } from '../../api/request.ts';
import type { OrderDetail, OrderRow } from '../../contract/admin-orders.ts';
import { reasonOf } from '../reason.ts';
import { changeOrder } from './orders.ts';
import { InlineStatus, Question, useSteps } from '../Action.tsx';

type AccessChange = {
  access: 'blocked' | 'open';
  label: string;
  /** Asked before the change. It says what the change means for the buyer. */
  question: string;
  cancelLabel: string;
};

const BLOCK: AccessChange = {
  access: 'blocked',
  label: 'Block downloads',
  question:
    'The buyer’s links stop working right away, and their order page says it’s on hold. The buyer doesn’t get an email or a refund.',
  cancelLabel: 'Keep open',
};

const UNBLOCK: AccessChange = {
  access: 'open',
  label: 'Unblock',
  question:
    'This only lifts your block. If the order was refunded or disputed, downloads stay blocked. Otherwise the buyer can download again right away, from the same page as before.',
  cancelLabel: 'Keep blocked',
};

/** Overrides a refund or a dispute. `money` says where the money is. */
const allowAnyway = (money: string): AccessChange => ({
  access: 'open',
  label: 'Allow downloads anyway',
  question: `${money} The buyer could download again right away. A later refund or dispute blocks downloads again.`,
  cancelLabel: 'Keep blocked',
});

const ACCESS_CHANGES: Readonly<Record<OrderStatus, AccessChange | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: UNBLOCK,
  refunded: allowAnyway('This order was refunded.'),
  disputed: allowAnyway(
    'This payment is disputed. The buyer’s bank has taken the money back and may keep it.',
  ),
};

/** The change of access that an order's status allows. Null for an order without files. */
export const accessChangeFor = ({ status }: Pick<OrderRow, 'status'>): AccessChange | null =>
  ACCESS_CHANGES[status];

const DONE: Readonly<Partial<Record<OrderStatus, string>>> = {
  blocked: 'Downloads are blocked.',
  refunded: 'Your block is lifted. Downloads stay blocked because the order was refunded.',
  disputed: 'Your block is lifted. Downloads stay blocked because the payment is disputed.',
};

/** The result of a change, by the order's new status. After an unblock, downloads may still be blocked. */
export const doneWords = ({ status }: Pick<OrderRow, 'status'>): string =>
  DONE[status] ?? 'Downloads are open again.';

/** Describes a failed change. Without an answer from the shop, the change may have happened. */
export const failedWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing changed. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether anything changed. Please try again.';

/** Blocks or opens the buyer's downloads, after a confirmation. */
export function OrderAccess({ order }: { order: OrderDetail }) {
  const { section, step, setStep, go, act, isBusy, message } = useSteps<AccessChange>();
  const change = accessChangeFor(order);
  // The question depends on the status, so a new status closes it.
  if (step !== 'shown' && step !== change) setStep('shown');
  if (!change) return null;

  const confirmed = async (): Promise<string> =>
    doneWords(await changeOrder(() => setAccess(order.number, change.access)));

  return (
    <div ref={section} className="mt-3">
      <InlineStatus message={message} />
      {step === 'shown' ? (
        <button
          type="button"
          className="button-quiet w-full sm:w-auto"
          data-next="shown"
          onClick={() => go(change)}
        >
          {change.label}
        </button>
      ) : (
        <Question
          words={change.question}
          yes={change.label}
          no={change.cancelLabel}
          isBusy={isBusy}
          onYes={() => void act(confirmed, failedWords)}
          onNo={() => go('shown')}
        />
      )}
    </div>
  );
}
