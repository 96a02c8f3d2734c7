import { useRef, useState } from 'react';
import { ApiError } from '../../api/request.ts';
import { formatMoney } from '../../content/money.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { InlineStatus } from '../InlineStatus.tsx';
import { reasonOf } from '../reason.ts';
import { useAction } from '../use-action.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { refundOrder } from './orders.ts';
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
  error instanceof ApiError && error.code !== null
    ? `Nothing was refunded. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether it was refunded. Please try again: it won’t be refunded twice.';

/** Refunds an order at Stripe, after its amount and a second question. */
export function OrderRefund({ order }: { order: OrderDetail }) {
  const [step, setStep] = useState<'shown' | 'form' | Asked>('shown');
  const { isBusy, message, clearMessage, run } = useAction();
  const section = useRef<HTMLDivElement>(null);
  useKeptFocus(section, typeof step === 'string' ? step : 'asked');

  const go = (next: typeof step): void => {
    clearMessage();
    setStep(next);
  };
  const act = async ({ amount, reason }: Asked): Promise<void> => {
    await run(async () => {
      await refundOrder(order.number, { amount, reason, refunded: order.refunded });
      return { kind: 'done', text: `Stripe refunds ${formatMoney(amount, order.currency)}.` };
    }, failedWords);
    setStep('shown');
  };

  return (
    <div ref={section} className="mt-3">
      <InlineStatus message={message} />
      {step === 'shown' && order.refundable > 0 && (
        <button
          type="button"
          className="button-quiet w-full sm:w-auto"
          data-next="shown"
          onClick={() => go('form')}
        >
          Refund
        </button>
      )}
      {step === 'form' && (
        <RefundForm order={order} onAsk={(asked) => go(asked)} onBack={() => go('shown')} />
      )}
      {typeof step !== 'string' && (
        <section
          aria-labelledby="refund-question"
          className="note border-2 border-rule shadow-none"
        >
          <p id="refund-question">{questionOf(step.amount, order)}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              data-next="asked"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || act(step))}
            >
              {isBusy ? 'One moment...' : `Refund ${formatMoney(step.amount, order.currency)}`}
            </button>
            {!isBusy && (
              <button type="button" className="button-quiet" onClick={() => go('shown')}>
                Don’t refund
              </button>
            )}
          </div>
        </section>
      )}
    </div>
  );
}
