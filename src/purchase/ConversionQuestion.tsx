import { useEffect, useRef, useState } from 'react';
import { orderNumber } from '../contract/order-number.ts';
import type { PublicOrder } from '../contract/orders.ts';
import type { Ads } from './ads.ts';
import { type Consent, readConsent, saveConsent } from './consent.ts';
import { reportOnce } from './conversion.ts';

type Props = { ads: Ads; order: PublicOrder };

/** Asks once per device whether to report orders to Google Ads. Reports the order after a yes. */
export function ConversionQuestion({ ads, order }: Props) {
  const [consent, setConsent] = useState(readConsent);
  const [earlier] = useState(consent);
  const note = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (consent !== 'granted') return;
    void orderNumber(order.stripe_session_id).then((number) => reportOnce(ads, order, number));
  }, [consent, order, ads]);

  function decide(decision: Consent): void {
    saveConsent(decision);
    setConsent(decision);
    // The pressed button will be removed, so the focus needs another place.
    note.current?.focus();
  }

  if (earlier === 'denied') return null;
  return (
    <div ref={note} tabIndex={-1} className="note mt-8 text-small outline-none" aria-live="polite">
      {consent !== earlier && <p>Thank you. We’ll remember that.</p>}
      {earlier === 'granted' && consent === 'granted' && (
        <p>
          You said we may tell our ad service about your orders.{' '}
          <button type="button" className="link cursor-pointer" onClick={() => decide('denied')}>
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
            <button type="button" className="button-quiet" onClick={() => decide('granted')}>
              Yes, that’s fine
            </button>
            <button type="button" className="button-quiet" onClick={() => decide('denied')}>
              No, thank you
            </button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
