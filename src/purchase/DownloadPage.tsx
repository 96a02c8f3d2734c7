import { useEffect, useRef } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { unbroken } from '../contract/ranges.ts';
import { storeFlash } from '../toasts/flash.ts';
import { Files, type SoldFile } from './Files.tsx';
import { type GuideEvening, Tonight } from './Tonight.tsx';
import { type OpenPurchase, type WaitingPurchase, checkWithFiles } from './verify-purchase.ts';
import { usePurchase } from './use-purchase.ts';
import { OrderNumber } from './OrderNumber.tsx';
import { PlainFiles, Waiting } from './PlainFiles.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { Reason } from './Reason.tsx';
import { type PurchaseState, type States, textFor } from './states.ts';
import { Support } from './Support.tsx';
import { WithdrawLink } from './WithdrawLink.tsx';

type Props = {
  states: States;
  files: readonly SoldFile[];
  evenings: readonly GuideEvening[];
  supportEmail: string;
};

const HomeLink = ({ className }: { className: string }) => (
  <a className={className} href="/">
    Return to Home
  </a>
);

/**
 * Shows the files of a paid order, and waits for a pending payment. Redirects everyone without an
 * order to the home page, where a toast gives the reason. If the browser blocks storage, shows the
 * reason here.
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
  const openPurchase = 'files' in view ? view : null;
  const waitingPurchase = 'order' in view && !('files' in view) ? view : null;
  const isChecking = view.step === 'checking' || view.step === 'delayed';
  const isRefused = !openPurchase && !waitingPurchase && !isChecking;
  const title = useRef<HTMLHeadingElement>(null);

  // The page changed without a navigation, so the focus moves to its heading.
  const isOpen = openPurchase !== null;
  useEffect(() => {
    if (isOpen) title.current?.focus();
  }, [isOpen]);

  useEffect(() => {
    if (!isRefused || !state.next) return;
    const href = state.next.href || window.location.pathname + window.location.search;
    const flash = { title: state.heading, message: text, next: { ...state.next, href } };
    // Replaces this page in the history. Otherwise, the Back button would redirect again.
    if (storeFlash(flash)) window.location.replace('/');
  }, [isRefused, state, text]);

  return (
    // With a new key, React replaces the whole content, so that no change counts as a layout shift.
    <div
      key={isChecking ? 'checking' : view.step}
      data-step={view.step}
      data-refused={isRefused || undefined}
      data-bought={openPurchase?.order.product_type}
    >
      <h1 ref={title} tabIndex={-1} className="outline-none">
        {state.heading}
      </h1>
      {isChecking && (
        <>
          {/* Tall enough for the text about a delay, so that the button below does not move. */}
          <div className="note my-6 min-h-82 min-[360px]:min-h-72">
            <Waiting states={states} isDelayed={view.step === 'delayed'} />
          </div>
          <HomeLink className="button-quiet" />
        </>
      )}
      {isRefused && <Reason text={text} next={state.next} />}
      {waitingPurchase && <WaitingOrder purchase={waitingPurchase} state={state} text={text} />}
      {openPurchase && (
        <OpenOrder purchase={openPurchase} text={text} sold={files} evenings={evenings} />
      )}
      <Support email={supportEmail} />
    </div>
  );
}

type WaitingOrderProps = { purchase: WaitingPurchase; state: PurchaseState; text: string };

function WaitingOrder({ purchase, state, text }: WaitingOrderProps) {
  const { order, withdrawable } = purchase;
  return (
    <>
      <Reason text={text} next={state.next}>
        <div className="note mt-6">
          <OrderSummary order={order} />
        </div>
      </Reason>
      {withdrawable !== undefined && (
        <p className="mt-8">
          <WithdrawLink order={order} lastDay={withdrawable} />
        </p>
      )}
    </>
  );
}

type OpenOrderProps = {
  purchase: OpenPurchase;
  text: string;
  sold: readonly SoldFile[];
  evenings: readonly GuideEvening[];
};

function OpenOrder({ purchase, text, sold, evenings }: OpenOrderProps) {
  const { order, withdrawable } = purchase;
  const isWithdrawn = purchase.step === 'withdrawn';
  return (
    <>
      <p className="mt-4 text-lead text-balance">{unbroken(order.guide_name)}</p>
      <p className="mt-1 text-quiet">
        {sold.find(({ type }) => type === order.product_type)?.facts}
      </p>
      <p className="mt-3">{text}</p>
      {/* An order that was withdrawn before its file was uploaded needs no button. */}
      {(!isWithdrawn || purchase.files.length > 0) && <Files purchase={purchase} sold={sold} />}
      {!isWithdrawn && <Tonight order={order} evenings={evenings} />}
      <ul className="mt-10 grid gap-4 border-t border-rule pt-8">
        <li>
          <OrderNumber sessionId={order.stripe_session_id} />
        </li>
        {!isWithdrawn && (
          <li className="screen-only">
            <a className="link" href={`/present#${order.product_type}`}>
              Give it as a gift
            </a>
            <span className="block text-small text-quiet">A card you can print to go with it.</span>
          </li>
        )}
        {withdrawable !== undefined && (
          <li className="screen-only">
            <WithdrawLink order={order} lastDay={withdrawable} />
          </li>
        )}
        <li className="screen-only">
          <HomeLink className="link" />
        </li>
      </ul>
    </>
  );
}
