import { type SubmitEvent, useId } from 'react';
import { sendReceipt } from '../../api/admin-orders.ts';
import { ApiError } from '../../api/request.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { reasonOf } from '../reason.ts';
import { asOwner } from '../session/session.ts';
import { showOrder } from './orders.ts';
import { StateBadge } from './StateBadge.tsx';
import { InlineStatus, YesNo, useSteps } from '../Action.tsx';
import { Time } from '../Time.tsx';

/** Describes a failed send. Each copy has a number, so another try never sends it twice. */
const notSentWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing was sent. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether the receipt went out. Please try again: it won’t be sent twice.';

/** The receipt's state, with buttons to send it again. */
export function OrderReceipt({ order: { number, receipt } }: { order: OrderDetail }) {
  const { section, step, setStep, go, run, isBusy, message } = useSteps<'address'>();
  const { state, at, says, next_copy: copy } = receipt;

  /** Without `to`, sends it to the address in Stripe. */
  const send = async (to?: string): Promise<void> => {
    if (copy === null) return;
    await run(async () => {
      const asked = { copy, ...(to !== undefined && { to }) };
      const { outcome, says: text, order } = await asOwner(() => sendReceipt(number, asked));
      showOrder(order);
      // The address form stays open after a failure, so that the address can be corrected.
      if (outcome === 'sent' || step !== 'address') setStep('shown');
      return { kind: outcome === 'sent' ? 'done' : 'failed', text };
    }, notSentWords);
  };

  return (
    <section ref={section} aria-labelledby="receipt" className="mt-8">
      <h3 id="receipt">Receipt</h3>
      <div aria-live="polite">
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">
            <StateBadge state={state} />
          </span>
          {at !== null && <Time at={at} className="text-small text-quiet" />}
        </p>
        <p className="mt-1 text-small wrap-anywhere">{says}</p>
      </div>
      <InlineStatus message={message} />
      {copy !== null && step === 'shown' && (
        <p className="mt-3 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <button
            type="button"
            className="button-quiet"
            data-next="shown"
            aria-disabled={isBusy}
            onClick={() => void send()}
          >
            {isBusy ? 'Sending...' : state === 'waits' ? 'Send it now' : 'Resend'}
          </button>
          {!isBusy && (
            <button type="button" className="button-quiet" onClick={() => go('address')}>
              Send to a different address
            </button>
          )}
        </p>
      )}
      {step === 'address' && (
        <ReceiptAddress isBusy={isBusy} onSend={(to) => void send(to)} onBack={() => go('shown')} />
      )}
    </section>
  );
}

type AddressProps = { isBusy: boolean; onSend: (to: string) => void; onBack: () => void };

/** Asks for a different address for a receipt. */
function ReceiptAddress({ isBusy, onSend, onBack }: AddressProps) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSend(String(new FormData(event.currentTarget).get('to') ?? '').trim());
  };
  return (
    <form className="note mt-3 border-2 border-rule shadow-none" onSubmit={submit}>
      <label className="font-semibold" htmlFor={id}>
        Email address, for this receipt only
      </label>
      {/* The address belongs to a buyer, so the owner's browser must not remember it. */}
      <input
        id={id}
        className="field mt-2 w-full"
        name="to"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-next="address"
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="mt-2 text-small text-quiet">
        Anyone who reads it there can download the files. The shop doesn’t store this address, and
        the one in Stripe stays the same.
      </p>
      <YesNo
        yes="Send the receipt"
        no="Don’t send"
        isBusy={isBusy}
        busyWords="Sending..."
        onNo={onBack}
      />
    </form>
  );
}
