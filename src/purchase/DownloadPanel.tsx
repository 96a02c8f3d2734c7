import { useEffect, useMemo } from 'react';
import { type Denial, denialOf } from './denial.ts';
import { keepFlash } from '../toasts/flash.ts';
import { checkPurchase } from './purchase.ts';
import { GuideReady } from './GuideReady.tsx';
import { StillProcessing } from './StillProcessing.tsx';
import { SupportLink } from './SupportLink.tsx';
import { usePurchase } from './use-purchase.ts';

type Props = { supportEmail: string; fileFacts: Readonly<Record<string, string>> };

/** Lets a buyer with a paid order to the files, and everyone else home with a word why. */
export function DownloadPanel({ supportEmail, fileFacts }: Props) {
  const { sessionId, view, checkAgain } = usePurchase(checkPurchase);
  const denial = denialOf(sessionId, view.step);
  const order = view.step === 'paid' ? view.order : null;
  const access = useMemo(
    () => (order && sessionId ? { order, sessionId } : null),
    [order, sessionId],
  );

  useEffect(() => {
    if (denial) leaveForHome(denial);
  }, [denial]);

  if (access)
    return <GuideReady access={access} supportEmail={supportEmail} fileFacts={fileFacts} />;
  return (
    <div
      key={denial ? 'denied' : 'checking'}
      data-download={denial ? 'denied' : view.step}
      className="needs-js"
    >
      {denial ? (
        <div aria-live="polite">
          <h1>{denial.title}</h1>
          <p className="mt-4">{denial.message}</p>
          {denial.mayRetry && (
            <button type="button" className="button mt-6 mr-3" onClick={checkAgain}>
              Check again
            </button>
          )}
        </div>
      ) : (
        <>
          <h1>Your download</h1>
          <div className="mt-6 min-h-78 md:min-h-68">
            <div className="note" aria-live="polite">
              {view.step === 'pending' ? (
                <StillProcessing watching={view.watching} onCheckAgain={checkAgain} />
              ) : (
                <p>Verifying your purchase...</p>
              )}
            </div>
          </div>
        </>
      )}
      <a className="button-quiet mt-6" href="/">
        Return to Home
      </a>
      <p className="mt-8 text-small text-quiet">
        Any question about your order? Write to <SupportLink email={supportEmail} />.
      </p>
    </div>
  );
}

function leaveForHome({ title, message, mayRetry }: Denial): void {
  keepFlash({ title, message });
  // A buyer whose check failed may come back by the Back button; the others have nothing here.
  if (mayRetry) window.location.assign('/');
  else window.location.replace('/');
}
