import { useRef, useState } from 'react';
import { ApiError } from '../../api/request.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { reasonOf } from '../reason.ts';
import { resendReceipt } from './orders.ts';
import { ReceiptAddress } from './ReceiptAddress.tsx';
import { ReceiptBadge } from './badges.tsx';
import { InlineStatus } from '../InlineStatus.tsx';
import { useAction } from '../use-action.ts';
import { Time } from '../Time.tsx';
import { useKeptFocus } from '../use-kept-focus.ts';

/** What the section shows below the receipt's state. `to` is undefined for the address stored in Stripe. */
type Step =
  { is: 'shown' } | { is: 'address' } | { is: 'warned'; to: string | undefined; says: string };

/** Describes a failed send. Each copy has a number, so another try never sends it twice. */
const notSentWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing was sent. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether the receipt went out. Please try again: it won’t be sent twice.';

/** The receipt's state, with buttons to send it again. */
export function OrderReceipt({ order: { number, receipt } }: { order: OrderDetail }) {
  const [step, setStep] = useState<Step>({ is: 'shown' });
  const { isBusy, message, clearMessage, run } = useAction();
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section, step.is);
  const { state, at, says, next_copy: copy } = receipt;

  const go = (next: Step): void => {
    clearMessage();
    setStep(next);
  };
  const send = async (to: string | undefined, anyway = false): Promise<void> => {
    if (copy === null) return;
    await run(async () => {
      const asked = { copy, ...(to !== undefined && { to }), ...(anyway && { anyway }) };
      const { outcome, says: text } = await resendReceipt(number, asked);
      if (outcome === 'spam') return setStep({ is: 'warned', to, says: text });
      // The address form stays open after a failure, so that the address can be corrected.
      if (outcome === 'sent' || step.is !== 'address') setStep({ is: 'shown' });
      return { kind: outcome === 'sent' ? 'done' : 'failed', text };
    }, notSentWords);
  };
  const back = () => go({ is: 'shown' });

  return (
    <section ref={section} aria-labelledby="receipt" className="mt-8">
      <h3 id="receipt">Receipt</h3>
      <div aria-live="polite">
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">
            <ReceiptBadge state={state} />
          </span>
          {at !== null && <Time at={at} className="text-small text-quiet" />}
        </p>
        <p className="mt-1 text-small">{says}</p>
      </div>
      <InlineStatus message={message} />
      {copy !== null && step.is === 'shown' && (
        <p className="mt-3 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <button
            type="button"
            className="button-quiet"
            data-next="shown"
            aria-disabled={isBusy}
            onClick={() => void send(undefined)}
          >
            {isBusy ? 'Sending...' : state === 'waits' ? 'Send it now' : 'Resend'}
          </button>
          {!isBusy && (
            <button type="button" className="button-quiet" onClick={() => go({ is: 'address' })}>
              Send to a different address
            </button>
          )}
        </p>
      )}
      {step.is === 'address' && (
        <ReceiptAddress isBusy={isBusy} onSend={(to) => void send(to)} onBack={back} />
      )}
      {step.is === 'warned' && (
        <section
          aria-labelledby="receipt-warns"
          className="note mt-3 border-2 border-rule shadow-none"
        >
          <p id="receipt-warns" role="alert">
            {step.says}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              data-next="warned"
              aria-disabled={isBusy}
              onClick={() => void send(step.to, true)}
            >
              {isBusy ? 'Sending...' : 'Send anyway'}
            </button>
            {!isBusy && (
              <button type="button" className="button-quiet" onClick={back}>
                Don’t send
              </button>
            )}
          </div>
        </section>
      )}
    </section>
  );
}
