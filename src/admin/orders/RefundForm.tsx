import { type SubmitEvent, useId, useState } from 'react';
import { formatMoney, plainAmount } from '../../content/money.ts';
import type { OrderDetail, RefundRequest } from '../../contract/admin-orders.ts';
import { YesNo } from '../Action.tsx';
import { parseAmount } from './parse-amount.ts';

type Reason = RefundRequest['reason'];

const REASONS: Readonly<Record<Reason, string>> = {
  requested_by_customer: 'The buyer asked for it',
  duplicate: 'Bought twice by mistake',
  fraudulent: 'It looks like fraud',
};

export type Asked = { amount: number; reason: Reason };

type Props = {
  order: OrderDetail;
  /** Chosen until the owner chooses another. */
  reason: Reason;
  onAsk: (asked: Asked) => void;
  onBack: () => void;
};

/** Asks for the amount and the reason of a refund. */
export function RefundForm({ order: { refundable, currency }, reason, onAsk, onBack }: Props) {
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
