import { useRef, useState } from 'react';
import type { OrderStatus } from '../../contract/orders.ts';
import { ApiError } from '../../api/request.ts';
import type { OrderDetail, OrderRow } from '../../contract/admin-orders.ts';
import { reasonOf } from '../reason.ts';
import { changeAccess } from './orders.ts';
import { InlineStatus, type StatusMessage } from '../InlineStatus.tsx';
import { useKeptFocus } from '../use-kept-focus.ts';

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

/** Takes the buyer's files away or gives them back, after one question. */
export function OrderAccess({ order }: { order: OrderDetail }) {
  // A question is about a state of the order: another state is another question.
  const [asked, setAsked] = useState<OrderStatus | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<StatusMessage | null>(null);
  const isAsking = asked === order.status;
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, isAsking ? 'asked' : 'shown');
  const change = accessChangeFor(order);
  if (!change) return null;
  const ask = (): void => {
    setMessage(null);
    setAsked(order.status);
  };
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      setMessage({
        kind: 'done',
        text: doneWords(await changeAccess(order.number, change.access)),
      });
    } catch (error) {
      setMessage({ kind: 'failed', text: failedWords(error) });
    }
    setAsked(null);
    setBusy(false);
  };

  return (
    <div ref={place} className="mt-3">
      <InlineStatus message={message} />
      {isAsking ? (
        <section aria-labelledby="access-asks" className="note border-2 border-rule shadow-none">
          <p id="access-asks">{change.asks}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              data-next="asked"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || act())}
            >
              {isBusy ? 'One moment...' : change.label}
            </button>
            {!isBusy && (
              <button type="button" className="button-quiet" onClick={() => setAsked(null)}>
                {change.keep}
              </button>
            )}
          </div>
        </section>
      ) : (
        <button
          type="button"
          className="button-quiet w-full sm:w-auto"
          data-next="shown"
          onClick={ask}
        >
          {change.label}
        </button>
      )}
    </div>
  );
}
