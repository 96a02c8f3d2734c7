import { useRef, useState } from 'react';
import { ApiError } from '../../api/request.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { reasonOf } from '../reason.ts';
import { sendAgain } from './orders.ts';
import { ReceiptAddress } from './ReceiptAddress.tsx';
import { ReceiptBadge } from './badges.tsx';
import { InlineStatus, type StatusMessage } from '../InlineStatus.tsx';
import { Time } from '../Time.tsx';
import { useKeptFocus } from '../use-kept-focus.ts';

/** What is shown below the receipt's state. `to` is undefined for the address that Stripe has. */
type Step =
  { is: 'shown' } | { is: 'address' } | { is: 'warned'; to: string | undefined; says: string };

/** A receipt that failed. Each copy has a number, so trying again is safe. */
const notSentWords = (error: unknown): string =>
  error instanceof ApiError && error.code !== null
    ? `Nothing was sent. ${reasonOf(error)}`
    : 'The shop didn’t respond, so we can’t tell whether the receipt went out. Please try again: it won’t be sent twice.';

/** Where the receipt is, and the ways to send it again. */
export function OrderReceipt({ order: { number, receipt } }: { order: OrderDetail }) {
  const [step, setStep] = useState<Step>({ is: 'shown' });
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<StatusMessage | null>(null);
  const place = useRef<HTMLElement>(null);
  useKeptFocus(place, step.is);
  const { state, at, says, next_copy: copy } = receipt;

  const go = (next: Step): void => {
    setMessage(null);
    setStep(next);
  };
  const send = async (to: string | undefined, anyway = false): Promise<void> => {
    if (copy === null || isBusy) return;
    setBusy(true);
    setMessage(null);
    try {
      const asked = { copy, ...(to !== undefined && { to }), ...(anyway && { anyway }) };
      const { outcome, says: answer } = await sendAgain(number, asked);
      if (outcome === 'spam') setStep({ is: 'warned', to, says: answer });
      else {
        // What was typed stays where it may be tried again.
        if (outcome === 'sent' || step.is !== 'address') setStep({ is: 'shown' });
        setMessage({ kind: outcome === 'sent' ? 'done' : 'failed', text: answer });
      }
    } catch (error) {
      setMessage({ kind: 'failed', text: notSentWords(error) });
    }
    setBusy(false);
  };
  const back = () => go({ is: 'shown' });

  return (
    <section ref={place} aria-labelledby="receipt" className="mt-8">
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
