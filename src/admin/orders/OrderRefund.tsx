import { type SubmitEvent, useId, useState } from 'react';
import { refund } from '../../api/admin-orders.ts';
import { ApiError } from '../../api/request.ts';
import { formatMoney, plainAmount } from '../../content/money.ts';
import type { OrderDetail, RefundRequest } from '../../contract/admin-orders.ts';
import { InlineStatus, Question, YesNo, useSteps } from '../Action.tsx';
import { reasonOf } from '../reason.ts';
import { changeOrder } from './orders.ts';

type Reason = RefundRequest['reason'];

const REASONS: Readonly<Record<Reason, string>> = {
  requested_by_customer: 'The buyer asked for it',
  duplicate: 'Bought twice by mistake',
  fraudulent: 'It looks like fraud',
};

type Asked = { amount: number; reason: Reason };

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

  const giveBack = async ({ amount, reason }: Asked): Promise<string> => {
    const asked = { amount, reason, refunded: order.refunded };
    await changeOrder(() => refund(order.number, asked));
    return `Stripe refunds ${formatMoney(amount, order.currency)}.`;
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

/**
 * A typed amount in minor units, or null for anything else.
 *
 *     parseAmount('8.99')   // 899
 *     parseAmount(' $2 ')   // 200
 *     parseAmount('8,99')   // null
 */
function parseAmount(typed: string): number | null {
  const [, dollars, cents = ''] = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(typed) ?? [];
  if (dollars === undefined) return null;
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return amount > 0 ? amount : null;
}

type FormProps = {
  order: OrderDetail;
  /** Chosen until the owner chooses another. */
  reason: Reason;
  onAsk: (asked: Asked) => void;
  onBack: () => void;
};

/** Asks for the amount and the reason of a refund. */
function RefundForm({ order: { refundable, currency }, reason, onAsk, onBack }: FormProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const amount = parseAmount(String(fields.get('amount')));
    if (amount === null) return setProblem('Write an amount like 2.00.');
    if (amount > refundable) {
      return setProblem(`At most ${formatMoney(refundable, currency)} can be refunded.`);
    }
    onAsk({ amount, reason: fields.get('reason') as Reason });
  };

  return (
    <form className="note border-2 border-rule shadow-none" onSubmit={submit}>
      <label className="font-semibold" htmlFor={id}>
        Amount to refund
      </label>
      <input
        id={id}
        className="field mt-2 w-full"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={plainAmount(refundable)}
        data-next="form"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} role="alert" className="mt-1 text-small text-alert">
        {problem}
      </p>
      <label className="mt-4 block font-semibold" htmlFor={`${id}-reason`}>
        Reason, for Stripe
      </label>
      <select id={`${id}-reason`} className="field mt-2 w-full" name="reason" defaultValue={reason}>
        {Object.entries(REASONS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <YesNo yes="Continue" no="Don’t refund" onNo={onBack} />
    </form>
  );
}
