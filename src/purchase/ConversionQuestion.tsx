import { useEffect, useRef, useState } from 'react';
import { orderNumber } from '../contract/order-number.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { type Consent, readConsent, saveConsent } from './consent.ts';
import { conversionPathOnce } from './conversion.ts';

type Props = { order: PublicOrder };

/**
 * Asks the buyer, once per device, whether to report orders to Google Ads. Reports the order if the
 * answer is yes.
 */
export function ConversionQuestion({ order }: Props) {
  const [consent, setConsent] = useState(readConsent);
  const [earlier] = useState(consent);
  const [reportPath, setReportPath] = useState<string | null>(null);
  const note = useRef<HTMLDivElement>(null);

  useEffect(() => {
    async function report(): Promise<void> {
      const path = conversionPathOnce(order, await orderNumber(order.stripe_session_id));
      if (path !== null) setReportPath(path);
    }
    if (consent === 'granted') void report();
  }, [consent, order]);

  function decide(decision: Consent): void {
    saveConsent(decision);
    setConsent(decision);
    // The pressed button disappears, so the focus must move.
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
            May we tell our ad service, Google Ads, about this order? It gets the amount and your
            order number, never your name or your files, and it may set a cookie. Like any website,
            it also sees your IP address. We keep your answer on this device, for later orders too.
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
      {/* With `allow-same-origin`, Google's script could read the session id of this page. */}
      {consent === 'granted' && reportPath !== null && (
        <iframe hidden title="Report of this order" sandbox="allow-scripts" src={reportPath} />
      )}
    </div>
  );
}
