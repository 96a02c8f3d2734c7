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
  asks: 'The buyer’s links stop working right away, and their order page says it’s on hold. The buyer doesn’t get an email or a refund.',
  keep: 'Keep open',
};

const LIFT: AccessChange = {
  access: 'open',
  label: 'Unblock',
  asks: 'This only lifts your block. If the order was refunded or disputed, downloads stay blocked. Otherwise the buyer can download again right away, from the same page as before.',
  keep: 'Keep blocked',
};

/** Opens what Stripe has closed. `money` says where the money is. */
const giveBack = (money: string): AccessChange => ({
  access: 'open',
  label: 'Allow downloads anyway',
  asks: `${money} The buyer could download again right away. A later refund or dispute blocks downloads again.`,
  keep: 'Keep blocked',
});

const ACCESS_CHANGES: Readonly<Record<OrderStatus, AccessChange | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: LIFT,
  refunded: giveBack('This order was refunded.'),
  disputed: giveBack(
    'This payment is disputed. The buyer’s bank has taken the money back and may keep it.',
  ),
};

/** What the owner may do about an order's files; null where there are none to give or take. */
export const accessChangeFor = ({ status }: Pick<OrderRow, 'status'>): AccessChange | null =>
  ACCESS_CHANGES[status];

const DONE: Readonly<Partial<Record<OrderStatus, string>>> = {
  blocked: 'Downloads are blocked.',
  refunded: 'Your block is lifted. Downloads stay blocked because the order was refunded.',
  disputed: 'Your block is lifted. Downloads stay blocked because the payment is disputed.',
};

/** What has come of a change, by the order's new status: a lifted block may leave the files closed. */
export const doneWords = ({ status }: Pick<OrderRow, 'status'>): string =>
  DONE[status] ?? 'Downloads are open again.';

/** A change that failed. Only where the shop itself has refused is it sure that nothing came of it. */
export const failedWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing changed. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether anything changed. Please try again.';

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
