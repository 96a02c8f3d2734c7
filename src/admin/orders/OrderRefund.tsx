import { refund } from '../../api/admin-orders.ts';
import { ApiError } from '../../api/request.ts';
import { formatMoney } from '../../content/money.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { InlineStatus, Question, type StatusMessage, useSteps } from '../Action.tsx';
import { reasonOf } from '../reason.ts';
import { changeOrder } from './orders.ts';
import { type Asked, RefundForm } from './RefundForm.tsx';

/** What a refund means for the buyer. */
function questionOf(
  amount: number,
  { refundable, currency }: Pick<OrderDetail, 'refundable' | 'currency'>,
): string {
  const files =
    amount < refundable
      ? 'The buyer keeps the files.'
      : 'That’s all of it, so the buyer’s downloads are blocked.';
  return `${formatMoney(amount, currency)} goes back to the buyer. ${files} You can’t undo a refund.`;
}

const failedWords = (error: unknown): string =>
  error instanceof ApiError && error.status < 500
    ? `Nothing was refunded. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether it was refunded. Please try again: it won’t be refunded twice.';

/** Whether money is left that Stripe can refund, be it from here or in its dashboard. */
const hasRest = ({ status, amount, refunded, payment_id: payment }: OrderDetail): boolean =>
  (status === 'paid' || status === 'blocked') && refunded < amount && payment !== null;

/** Refunds an order at Stripe, after its amount and a second question. Offers it after a fraud warning. */
export function OrderRefund({ order }: { order: OrderDetail }) {
  const { section, step, go, act, isBusy, message } = useSteps<'form' | Asked>();
  const isWarned = order.history.some(({ kind }) => kind === 'warning');

  const giveBack = async ({ amount, reason }: Asked): Promise<StatusMessage> => {
    const asked = { amount, reason, refunded: order.refunded };
    await changeOrder(() => refund(order.number, asked));
    return { kind: 'done', text: `Stripe refunds ${formatMoney(amount, order.currency)}.` };
  };

  return (
    <div ref={section} className="mt-3">
      <InlineStatus message={message} />
      {isWarned && hasRest(order) && (
        <p className="my-3 border-l-4 border-alert pl-3.5">
          Stripe warns that the card’s owner may not have bought this. A refund now avoids a dispute
          and its fee.{' '}
          {order.refundable === 0 && 'Press “Open in Stripe” and refund the payment there.'}
        </p>
      )}
      {step === 'shown' && order.refundable > 0 && (
        <button
          type="button"
          className={`w-full sm:w-auto ${isWarned ? 'button' : 'button-quiet'}`}
          data-next="shown"
          onClick={() => go('form')}
        >
          Refund
        </button>
      )}
      {step === 'form' && (
        <RefundForm
          order={order}
          reason={isWarned ? 'fraudulent' : 'requested_by_customer'}
          onAsk={go}
          onBack={() => go('shown')}
        />
      )}
      {typeof step !== 'string' && (
        <Question
          words={questionOf(step.amount, order)}
          yes={`Refund ${formatMoney(step.amount, order.currency)}`}
          no="Don’t refund"
          isBusy={isBusy}
          onYes={() => void act(() => giveBack(step), failedWords)}
          onNo={() => go('shown')}
        />
      )}
    </div>
  );
}
