import { useEffect, useRef } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { unbroken } from '../content/format.ts';
import { storeFlash } from '../toasts/flash.ts';
import { Files, type SoldFile } from './Files.tsx';
import { type GuideEvening, Tonight } from './Tonight.tsx';
import { checkWithFiles } from './verify-purchase.ts';
import { usePurchase } from './use-purchase.ts';
import { OrderNumber } from './OrderNumber.tsx';
import { PlainFiles, Waiting } from './PlainFiles.tsx';
import { Reason } from './Reason.tsx';
import { type States, textFor } from './states.ts';
import { Support } from './Support.tsx';

type Props = {
  states: States;
  files: readonly SoldFile[];
  evenings: readonly GuideEvening[];
  supportEmail: string;
};

const home = (className: string) => (
  <a className={className} href="/">
    Return to Home
  </a>
);

/**
 * Shows the files of a paid order, and waits for a pending payment. Redirects everybody else to the
 * home page with the reason, or shows it here if the browser blocks storage.
 */
export const DownloadPage = (props: Props) => (
  <Boundary instead={<PlainFiles />}>
    <Download {...props} />
  </Boundary>
);

function Download({ states, files, evenings, supportEmail }: Props) {
  const { view } = usePurchase(checkWithFiles);
  const state = states[view.step];
  const text = textFor(states, view);
  const isPaid = view.step === 'paid';
  const isChecking = view.step === 'checking' || view.step === 'delayed';
  const isRefused = !isPaid && !isChecking && view.step !== 'pending';
  const title = useRef<HTMLHeadingElement>(null);

  // The page changed without a navigation, so the focus moves to its heading.
  useEffect(() => {
    if (isPaid) title.current?.focus();
  }, [isPaid]);

  useEffect(() => {
    if (!isRefused || !state.next) return;
    const href = state.next.href || window.location.pathname + window.location.search;
    const flash = { title: state.heading, message: text, next: { ...state.next, href } };
    // Replaces this page, because the Back button would redirect again.
    if (storeFlash(flash)) window.location.replace('/');
  }, [isRefused, state, text]);

  return (
    // The key replaces the whole content, so that no change counts as a layout shift.
    <div
      key={isChecking ? 'checking' : view.step}
      data-step={view.step}
      data-refused={isRefused || undefined}
      data-bought={isPaid ? view.order.product_type : undefined}
    >
      <h1 ref={title} tabIndex={-1} className="outline-none">
        {state.heading}
      </h1>
      {isChecking && (
        <>
          {/* As tall as with the text about the delay, so that the button below does not move. */}
          <div className="note my-6 min-h-82 min-[360px]:min-h-72">
            <Waiting states={states} isDelayed={view.step === 'delayed'} />
          </div>
          {home('button-quiet')}
        </>
      )}
      {(isRefused || view.step === 'pending') && <Reason {...state} text={text} />}
      {isPaid && (
        <>
          <p className="mt-4 text-lead text-balance">{unbroken(view.order.guide_name)}</p>
          <p className="mt-1 text-quiet">
            {files.find(({ type }) => type === view.order.product_type)?.facts}
          </p>
          <p className="mt-3">{text}</p>
          <Files purchase={view} sold={files} />
          <Tonight order={view.order} evenings={evenings} />
          <ul className="mt-10 grid gap-4 border-t border-rule pt-8">
            <li>
              <OrderNumber sessionId={view.order.stripe_session_id} />
            </li>
            <li className="screen-only">
              <a className="link" href={`/present#${view.order.product_type}`}>
                Give it as a present
              </a>
              <span className="block text-small text-quiet">A card to print and go with it.</span>
            </li>
            {view.withdrawable !== undefined && (
              <li className="screen-only">
                <a
                  className="link"
                  href={`/api/withdraw?session_id=${view.order.stripe_session_id}`}
                >
                  Withdraw from this purchase
                </a>
                <span className="block text-small text-quiet">
                  You can do this until {view.withdrawable}.
                </span>
              </li>
            )}
            <li className="screen-only">{home('link')}</li>
          </ul>
        </>
      )}
      <Support email={supportEmail} />
    </div>
  );
}
