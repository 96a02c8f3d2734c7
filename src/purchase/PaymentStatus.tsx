import { type ReactNode, Suspense, lazy, useEffect } from 'react';
import type { Ads } from './ads.ts';
import { checkPurchaseLeniently } from './purchase.ts';
import { orderReference } from '../contract/order-number.ts';
import { downloadPath } from './session-id.ts';
import { StillProcessing } from './StillProcessing.tsx';
import { SupportLink } from './SupportLink.tsx';
import { usePurchase } from './use-purchase.ts';

/** Payments that ended without an order to download from. */
const ENDED = {
  failed: {
    heading: 'The payment did not go through',
    words:
      'Your bank did not accept it, so nothing was charged. You can try again from the guides.',
  },
  refunded: {
    heading: 'This order was refunded',
    words: 'The money is on its way back to you, and the files of this order are closed.',
  },
  disputed: {
    heading: 'This payment is in dispute',
    words:
      'The files of this order are closed until your bank has decided. Write to us if it is a mistake.',
  },
  blocked: {
    heading: 'This order is on hold',
    words: 'We have closed the files of this order for now. Write to us if it is a mistake.',
  },
};

// Written out here, not taken from ads.ts: only so the build leaves the code out where nothing is set.
const ConversionQuestion = import.meta.env.PUBLIC_ADS_CONVERSION
  ? lazy(async () => ({ default: (await import('./ConversionQuestion.tsx')).ConversionQuestion }))
  : null;

type Props = {
  supportEmail: string;
  /** The ad service that may hear of the order, if the parent agrees. */
  ads: Ads | null;
};

/** What the shop knows about the payment the buyer has just come back from. */
export function PaymentStatus({ supportEmail, ads }: Props) {
  const { sessionId, view, checkAgain } = usePurchase(checkPurchaseLeniently);
  const ended = view.step in ENDED ? ENDED[view.step as keyof typeof ENDED] : null;
  const hasOrder = sessionId !== null && !ended;

  useEffect(() => {
    if (ended) document.title = ended.heading;
  }, [ended]);

  // What changes while one reads has room of its own, and stands below what is clicked, so that nothing moves.
  return (
    <div data-payment={sessionId === null ? 'no-session' : view.step}>
      {/* What follows is put in place of what was, at once; so it is told from here, which stays. */}
      <p className="sr-only" aria-live="polite">
        {ended && 'There is news about your payment, see below.'}
      </p>
      <div key={ended ? 'ended' : 'order'}>
        <h1>{ended?.heading ?? 'Payment Successful!'}</h1>
        <div className="mt-6 grid max-w-xl gap-3 sm:grid-cols-2">
          {hasOrder ? (
            <a
              className={sessionId ? 'button' : 'needs-js button invisible'}
              href={sessionId && downloadPath(sessionId)}
            >
              Go to your download
            </a>
          ) : (
            <a className="button" href="/#guides">
              Back to the guides
            </a>
          )}
          <a className="button-quiet" href="/">
            Return to Home
          </a>
        </div>
        <div className="needs-js mt-6 min-h-78 md:min-h-68">
          <div className="note" aria-live="polite">
            {statusWords()}
          </div>
        </div>
        <p className="mt-6 text-small text-quiet">
          Any question about your order? Write to <SupportLink email={supportEmail} />.
        </p>
        {ConversionQuestion && ads && view.step === 'paid' && (
          <Suspense>
            <ConversionQuestion ads={ads} order={view.order} />
          </Suspense>
        )}
      </div>
    </div>
  );

  function statusWords(): ReactNode {
    if (sessionId === null) {
      return (
        <p>This address names no order. Please open the link that the payment page gave you.</p>
      );
    }
    if (ended) return <p>{ended.words}</p>;
    switch (view.step) {
      case 'checking':
        return <p>Confirming your order...</p>;
      case 'pending':
        return <StillProcessing watching={view.watching} onCheckAgain={checkAgain} />;
      case 'paid':
        return (
          <>
            <h2 className="text-title">Order confirmed</h2>
            <p className="mt-2">
              {view.order.guide_name}
              <br />
              Order{' '}
              <strong className="font-mono">{orderReference(view.order.stripe_session_id)}</strong>
            </p>
          </>
        );
      default:
        return (
          <>
            <p>
              We cannot see your order yet. If you have paid, it is safe: look again in a minute, or
              write to us and we will find it.
            </p>
            <button type="button" className="button-quiet mt-4" onClick={checkAgain}>
              Check again
            </button>
          </>
        );
    }
  }
}
