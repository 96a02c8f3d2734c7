import { useEffect } from 'react';
import { ConversionQuestion } from './ConversionQuestion.tsx';
import type { Ads } from './ads.ts';
import {
  NextStepButton,
  OrderNumber,
  SUCCESS,
  SupportLine,
  UNCONFIRMED,
  Unsettled,
} from './parts.tsx';
import { checkOrder } from './purchase.ts';
import { downloadPath } from './session-id.ts';
import { usePurchase } from './use-purchase.ts';

type Props = {
  supportEmail: string;
  /** Whether the shop sends a receipt with the link. */
  sendsEmail: boolean;
  ads: Ads | null;
};

/** The state of the payment that the buyer has just returned from. */
export function PaymentStatus({ supportEmail, sendsEmail, ads }: Props) {
  const { view, sessionId, checkAgain } = usePurchase(checkOrder);
  // During another check, the page keeps its words and the pressed button keeps its focus.
  const step = view.step === 'checking' ? view.after : view.step;
  const refusal = step === null ? undefined : UNCONFIRMED[step];
  const heading =
    refusal?.heading ?? (view.step === 'pending' ? 'Your payment is on its way' : SUCCESS);
  const hasOrder = !refusal || step === 'unverified';

  useEffect(() => {
    if (view.step !== 'checking') document.title = heading;
  }, [view.step, heading]);

  return (
    <>
      {/* A new heading replaces everything below it, so screen readers get the change from here. */}
      <p className="sr-only" aria-live="polite">
        {refusal && 'There’s an update on your payment below.'}
      </p>
      <div key={heading} data-step={view.step}>
        <h1>{heading}</h1>
        <div className="mt-6 grid max-w-xl gap-3 sm:grid-cols-2">
          {refusal && (
            <NextStepButton
              next={refusal.next}
              supportEmail={supportEmail}
              checkAgain={checkAgain}
            />
          )}
          {hasOrder && (
            <a
              className={`needs-js ${refusal ? 'button-quiet' : 'button'}`}
              href={sessionId ? downloadPath(sessionId) : undefined}
            >
              Go to your download
            </a>
          )}
          <a className="button-quiet" href="/">
            Return to Home
          </a>
        </div>
        {/* What changes while a parent reads has its own space, below the buttons. */}
        <div className="mt-6 min-h-78 md:min-h-68">
          <div className="note" aria-live="polite">
            <Unsettled view={view} checking="Confirming your order..." checkAgain={checkAgain} />
            {view.step === 'paid' && (
              <>
                <h2 className="text-title">Order confirmed</h2>
                <p className="mt-2">{view.order.guide_name}</p>
                <OrderNumber sessionId={view.order.stripe_session_id} />
                {sendsEmail && (
                  <p className="mt-2">An email with the link to your download is on its way.</p>
                )}
              </>
            )}
            {refusal && view.step !== 'checking' && <p>{refusal.words}</p>}
          </div>
        </div>
        <SupportLine supportEmail={supportEmail} sendsEmail={sendsEmail} />
        {import.meta.env.PUBLIC_ADS_CONVERSION && ads && view.step === 'paid' && (
          <ConversionQuestion ads={ads} order={view.order} />
        )}
      </div>
    </>
  );
}
