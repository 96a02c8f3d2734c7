import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { sendReceipt } from '../../api/admin.ts';
import type {
  OrderDetail,
  ReceiptOutcome,
  SendReceiptRequest,
  SendReceiptResponse,
} from '../../contract/admin-orders.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { updateOrder } from '../queries.ts';
import { formatLocalTime } from '../time.ts';

function describeReceipt({ copy, is_own: isOwn, outcome, at, detail }: ReceiptOutcome): string {
  const name = copy === 0 ? 'Receipt' : `Copy ${copy}`;
  const recipient = isOwn ? 'the buyer' : 'another address';
  const time = formatLocalTime(at);
  if (outcome === 'sent') return `${name} sent to ${recipient} on ${time}. Resend ID: ${detail}`;
  if (outcome === 'refused') return `${name} refused on ${time}: ${detail}`;
  return `${name}: the email service didn’t say by ${time} whether it went out.`;
}

const OUTCOME_TEXTS: Readonly<Record<SendReceiptResponse['outcome'], string>> = {
  sent: 'The receipt is on its way.',
  refused: 'The receipt was refused',
  unknown: 'The email service hasn’t said whether the receipt went out.',
  later: 'The email service hasn’t accepted it yet. The shop will try again.',
  busy: 'The receipt is being sent right now.',
};

type SendResult = { readonly done: string | null; readonly error: unknown };

function describeSending(response: SendReceiptResponse | undefined, error: unknown): SendResult {
  if (error !== null) return { done: null, error };
  if (!response) return { done: null, error: null };
  const { outcome, reason } = response;
  const text = OUTCOME_TEXTS[outcome];
  if (outcome === 'sent' || outcome === 'busy') return { done: text, error: null };
  if (outcome !== 'refused') return { done: null, error: text };
  return { done: null, error: `${text}: ${reason ?? 'no reason given'}.` };
}

/** A note above the list of receipts; null if none is needed. */
function describeReceiptStatus({
  is_forgotten: isForgotten,
  ...order
}: OrderDetail): string | null {
  if (isForgotten) {
    return 'The buyer’s data was removed, so the shop sends no email about this order. Its link still opens the files.';
  }
  if (order.receipt_waits) return 'Waiting to be sent.';
  return order.receipts.length === 0 ? 'Not sent.' : null;
}

export function OrderReceipt({ order }: { order: OrderDetail }) {
  const { number, receipts, next_copy: copy } = order;
  const note = describeReceiptStatus(order);
  const sending = useMutation({
    mutationFn: (receipt: SendReceiptRequest) => sendReceipt(number, receipt),
    onSuccess: (response) => updateOrder(response.order),
  });
  return (
    <section aria-labelledby="receipt" className="mt-8">
      <h3 id="receipt">Receipt</h3>
      <ul className="mt-2 text-small wrap-anywhere" aria-live="polite">
        {note !== null && <li>{note}</li>}
        {receipts.map((receipt) => (
          <li key={receipt.copy} data-outcome={receipt.outcome}>
            {describeReceipt(receipt)}
          </li>
        ))}
      </ul>
      <OutcomeMessage {...describeSending(sending.data, sending.error)} />
      {copy !== null && (
        <SendReceipt
          label={receipts.length === 0 ? 'Send' : 'Send again'}
          isBusy={sending.isPending}
          onSend={(to) => sending.mutate({ copy, to: to || undefined })}
        />
      )}
    </section>
  );
}

type Props = { label: string; isBusy: boolean; onSend: (to: string) => void };

function SendReceipt({ label, isBusy, onSend }: Props) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) onSend(String(new FormData(event.currentTarget).get('to') ?? '').trim());
  };
  return (
    <form className="mt-3" onSubmit={submit}>
      <label className="text-small" htmlFor={id}>
        Send to (blank: the buyer’s address)
      </label>
      <div className="mt-1 flex flex-wrap gap-3">
        {/* The address belongs to a buyer, so the owner's browser must not remember it. */}
        <input
          id={id}
          className="field min-w-0 flex-1 basis-52"
          name="to"
          type="email"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <button type="submit" className="button-quiet" aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : label}
        </button>
      </div>
    </form>
  );
}
