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
import { showOrder } from '../queries.ts';
import { timeWords } from '../time.ts';

/** A receipt that was sent, with its id at Resend, or why it was not. */
function receiptWords({ copy, is_own: isOwn, outcome, at, detail }: ReceiptOutcome): string {
  const what = copy === 0 ? 'Receipt' : `Copy ${copy}`;
  const whom = isOwn ? 'the buyer' : 'another address';
  const when = timeWords(at);
  if (outcome === 'sent') return `${what} sent to ${whom} on ${when}. Resend ID: ${detail}`;
  if (outcome === 'refused') return `${what} refused on ${when}: ${detail}`;
  return `${what}: the email service didn’t say by ${when} whether it went out.`;
}

const OUTCOMES: Readonly<Record<SendReceiptResponse['outcome'], string>> = {
  sent: 'The receipt is on its way.',
  refused: 'The receipt was refused',
  unknown: 'The email service doesn’t say whether the receipt went out.',
  later: 'The email service didn’t take it yet. The shop will try again.',
  busy: 'The receipt is being sent right now.',
};

/** The outcome of sending again: a sentence about what was done, or what failed. */
function outcomeWords({ outcome, reason }: SendReceiptResponse) {
  const words = OUTCOMES[outcome];
  if (outcome === 'sent' || outcome === 'busy') return { done: words };
  return { error: outcome === 'refused' ? `${words}: ${reason ?? 'no reason given'}.` : words };
}

/** The receipt and its copies with their outcomes, and a form to send it again. */
export function OrderReceipt({ order }: { order: OrderDetail }) {
  const { number, receipts, receipt_waits: waits, next_copy: copy } = order;
  const sending = useMutation({
    mutationFn: (asked: SendReceiptRequest) => sendReceipt(number, asked),
    onSuccess: (answer) => showOrder(answer.order),
  });
  return (
    <section aria-labelledby="receipt" className="mt-8">
      <h3 id="receipt">Receipt</h3>
      <ul className="mt-2 text-small wrap-anywhere" aria-live="polite">
        {waits && <li>Waiting to be sent.</li>}
        {!waits && receipts.length === 0 && <li>Not sent.</li>}
        {receipts.map((receipt) => (
          <li key={receipt.copy} data-outcome={receipt.outcome}>
            {receiptWords(receipt)}
          </li>
        ))}
      </ul>
      <OutcomeMessage
        {...(sending.data && outcomeWords(sending.data))}
        {...errorOf(sending.error)}
      />
      {copy !== null && (
        <SendAgain
          isBusy={sending.isPending}
          onSend={(to) => sending.mutate({ copy, ...(to !== '' && { to }) })}
        />
      )}
    </section>
  );
}

const errorOf = (error: unknown) => (error === null ? {} : { error });

type Props = { isBusy: boolean; onSend: (to: string) => void };

/** Sends the receipt again, to the buyer or to another address. */
function SendAgain({ isBusy, onSend }: Props) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) onSend(String(new FormData(event.currentTarget).get('to') ?? '').trim());
  };
  return (
    <form className="mt-3" onSubmit={submit}>
      <label className="text-small" htmlFor={id}>
        To another address, or leave it empty for the buyer’s
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
          {isBusy ? 'Sending...' : 'Send again'}
        </button>
      </div>
    </form>
  );
}
