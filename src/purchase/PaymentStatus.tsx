import { useEffect, useRef, useState } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { unbroken } from '../content/format.ts';
import { orderNumber } from '../contract/order-number.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { type Ads, type Consent, readConsent, reportOnce, saveConsent } from './conversion.ts';
import { checkOrder, downloadPath, usePurchase } from './purchase.ts';
import {
  OrderNumber,
  PlainFiles,
  Reason,
  type States,
  Support,
  Waiting,
  textFor,
} from './states.tsx';

type Props = { states: States; ads: Ads | null; supportEmail: string };

/** The state of the payment that the buyer has just returned from. */
export const PaymentStatus = (props: Props) => (
  <Boundary instead={<PlainFiles />}>
    <Status {...props} />
  </Boundary>
);

function Status({ states, ads, supportEmail }: Props) {
  const { view, sessionId } = usePurchase(checkOrder);
  const state = states[view.step];
  const text = textFor(states, view);
  const isGood = view.step === 'checking' || view.step === 'paid';
  return (
    // A state without an order replaces everything below it, so that nothing counts as a layout shift.
    <div key={isGood ? 'good' : view.step} data-step={view.step}>
      <h1>{isGood ? states.checking.heading : state.heading}</h1>
      {isGood ? (
        <>
          {/* As tall as a confirmed order, so that the buttons do not move. */}
          <div className="note mt-6 min-h-72" aria-live="polite">
            {view.step === 'checking' && <Waiting text={text} />}
            {view.step === 'paid' && (
              <>
                <h2 className="text-title">{state.heading}</h2>
                <p className="mt-2 mb-4 text-lead">{unbroken(view.order.guide_name)}</p>
                <OrderNumber sessionId={view.order.stripe_session_id} />
                <p className="mt-4">{text}</p>
                {view.isRepeated && (
                  <p className="mt-4">
                    <strong>You already have this from an earlier order.</strong>{' '}
                    <span>
                      If you didn’t mean to buy it again, write to us with this order’s number, and
                      we’ll refund it.
                    </span>
                  </p>
                )}
              </>
            )}
          </div>
          <div className="mt-6 grid gap-3">
            <a className="button needs-js" href={sessionId ? downloadPath(sessionId) : undefined}>
              Go to your download
            </a>
            <a className="button-quiet" href="/">
              Return to Home
            </a>
          </div>
        </>
      ) : (
        <Reason {...state} text={text} />
      )}
      <Support email={supportEmail} />
      {import.meta.env.PUBLIC_ADS_CONVERSION && ads && view.step === 'paid' && (
        <ConversionQuestion ads={ads} order={view.order} />
      )}
    </div>
  );
}

type QuestionProps = { ads: Ads; order: PublicOrder };

/** Asks once per device whether to report an order to the ad service, and reports it after a yes. */
function ConversionQuestion({ ads, order }: QuestionProps) {
  const [consent, setConsent] = useState(readConsent);
  const [earlier] = useState(consent);
  const note = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (consent !== 'granted') return;
    void orderNumber(order.stripe_session_id).then((number) => reportOnce(ads, order, number));
  }, [consent, order, ads]);

  function answer(given: Consent): void {
    saveConsent(given);
    setConsent(given);
    // The focused button is about to be removed.
    note.current?.focus();
  }

  if (earlier === 'denied') return null;
  return (
    <div ref={note} tabIndex={-1} className="note mt-8 text-small outline-none" aria-live="polite">
      {consent !== earlier && <p>Thank you. We’ll remember that.</p>}
      {earlier === 'granted' && consent === 'granted' && (
        <p>
          You said we may tell our ad service about your orders.{' '}
          <button type="button" className="link cursor-pointer" onClick={() => answer('denied')}>
            Stop telling it about new orders
          </button>
        </p>
      )}
      {consent === null && (
        <fieldset>
          <legend>
            May we tell our ad service, Google Ads, about this order? It gets the amount and an
            order number and may set a cookie, but never your name or your files. We keep your
            answer on this device, for later orders too.
          </legend>
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            <button type="button" className="button-quiet" onClick={() => answer('granted')}>
              Yes, that’s fine
            </button>
            <button type="button" className="button-quiet" onClick={() => answer('denied')}>
              No, thank you
            </button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
