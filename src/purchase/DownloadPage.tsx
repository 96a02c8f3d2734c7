import { useEffect, useRef } from 'react';
import { keepFlash } from '../toasts/flash.ts';
import { PaidOrder } from './PaidOrder.tsx';
import { type GuideEvening, Tonight } from './Tonight.tsx';
import type { FileWords } from './file-words.ts';
import {
  DENIALS,
  NextStepButton,
  type Refusal,
  SupportLine,
  Unsettled,
  WithdrawLink,
  nextLink,
} from './parts.tsx';
import { checkWithFiles } from './purchase.ts';
import { type PurchaseView, usePurchase } from './use-purchase.ts';

type Props = {
  supportEmail: string;
  /** Whether the shop sends a receipt with the link. */
  sendsEmail: boolean;
  words: FileWords;
  evenings: readonly GuideEvening[];
};

/** Leads a buyer who may not download home, where a toast gives the reason and the next step. */
function leaveForHome({ heading, words, next }: Refusal, supportEmail: string): void {
  keepFlash({ title: heading, message: words, next: nextLink(next, supportEmail) });
  // Only a buyer whose check failed has a reason to come back by the Back button.
  if (next === 'check') window.location.assign('/');
  else window.location.replace('/');
}

/** Waits until the page has loaded: it is then in the history, and screen readers have announced its words. */
function onceLoaded(leave: () => void): () => void {
  if (document.readyState === 'complete') leave();
  else addEventListener('load', leave, { once: true });
  return () => removeEventListener('load', leave);
}

function headingOf(view: PurchaseView): string {
  if (view.step === 'pending') return 'Your payment is on its way';
  if (view.step !== 'paid') return DENIALS[view.step]?.heading ?? 'Your download';
  return view.order.product_type === 'bundle' ? 'Your Guides are Ready!' : 'Your Guide is Ready!';
}

/** Gives a buyer with a paid order the files. Everyone else goes home with a reason. */
export function DownloadPage(props: Props) {
  const { supportEmail, sendsEmail, words, evenings } = props;
  const { view, checkAgain } = usePurchase(checkWithFiles);
  const denial = DENIALS[view.step];
  const heading = headingOf(view);
  const isPaid = view.step === 'paid';
  const title = useRef<HTMLHeadingElement>(null);

  // The screen changed without a navigation, so a screen reader continues from its heading.
  useEffect(() => {
    if (isPaid) title.current?.focus();
  }, [isPaid]);

  useEffect(
    () => denial && onceLoaded(() => leaveForHome(denial, supportEmail)),
    [denial, supportEmail],
  );

  return (
    // A new heading replaces everything below it, so that nothing counts as a layout shift.
    <div
      key={heading}
      data-step={view.step}
      data-bought={isPaid ? view.order.product_type : undefined}
    >
      <h1 ref={title} tabIndex={-1} className="outline-none">
        {heading}
      </h1>
      {(view.step === 'checking' || view.step === 'pending') && (
        <div className="mt-6 min-h-78 md:min-h-68">
          <div className="note" aria-live="polite">
            <Unsettled view={view} checking="Verifying your purchase..." checkAgain={checkAgain} />
          </div>
        </div>
      )}
      {denial && (
        <div role="alert">
          <p className="mt-4 mb-6">{denial.words}</p>
          <NextStepButton next={denial.next} supportEmail={supportEmail} checkAgain={checkAgain} />
        </div>
      )}
      {isPaid && (
        <>
          <PaidOrder purchase={view} onDenied={checkAgain} words={words} sendsEmail={sendsEmail} />
          <Tonight order={view.order} evenings={evenings} />
          {view.withdrawable !== undefined && (
            <WithdrawLink sessionId={view.order.stripe_session_id} until={view.withdrawable} />
          )}
        </>
      )}
      <a className="button-quiet mt-6" href="/">
        Return to Home
      </a>
      <SupportLine supportEmail={supportEmail} sendsEmail={sendsEmail} />
    </div>
  );
}
