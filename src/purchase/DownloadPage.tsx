import { useEffect, useRef } from 'react';
import { keepFlash } from '../toasts/flash.ts';
import { PaidOrder } from './PaidOrder.tsx';
import type { FileWords } from './file-words.ts';
import {
  DENIALS,
  NextStepButton,
  type Refusal,
  SupportLine,
  Unsettled,
  nextLink,
} from './parts.tsx';
import { checkWithFiles } from './purchase.ts';
import { type PurchaseView, usePurchase } from './use-purchase.ts';

type Props = {
  supportEmail: string;
  /** Whether the shop sends a receipt with the link. */
  sendsEmail: boolean;
  words: FileWords;
};

/** Who may not download is told here, and once more at home, with the next step. */
function leaveForHome({ heading, words, next }: Refusal, supportEmail: string): void {
  keepFlash({ title: heading, message: words, next: nextLink(next, supportEmail) });
  // A buyer whose check failed may come back by the Back button; the others have nothing here.
  if (next === 'check') window.location.assign('/');
  else window.location.replace('/');
}

/** Once the page is there: it is an entry of the history then, and the words on it were announced. */
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

/** Lets a buyer with a paid order to the files, and everyone else home with a word why. */
export function DownloadPage({ supportEmail, sendsEmail, words }: Props) {
  const { view, show, checkAgain } = usePurchase(checkWithFiles);
  const denial = DENIALS[view.step];
  const heading = headingOf(view);
  const isPaid = view.step === 'paid';
  const title = useRef<HTMLHeadingElement>(null);

  // The screen has changed without a navigation: a screen reader goes on from its heading.
  useEffect(() => {
    if (isPaid) title.current?.focus();
  }, [isPaid]);

  useEffect(
    () => denial && onceLoaded(() => leaveForHome(denial, supportEmail)),
    [denial, supportEmail],
  );

  return (
    // With a new heading all below it is new too: put in place of what was, it moves nothing.
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
      {isPaid && <PaidOrder purchase={view} show={show} words={words} sendsEmail={sendsEmail} />}
      <a className="button-quiet mt-6" href="/">
        Return to Home
      </a>
      <SupportLine supportEmail={supportEmail} sendsEmail={sendsEmail} />
    </div>
  );
}
