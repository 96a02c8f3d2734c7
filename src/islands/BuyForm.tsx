import { type SubmitEvent, useEffect } from 'react';
import { toast } from 'sonner';
import { createPayment } from '../api/client.ts';
import type { ProductType } from '../contract/catalogue.ts';
import {
  type BuyingFrom,
  checkoutBusy,
  redirectMessage,
  redirectTitle,
  startCheckout,
} from '../lib/checkout.ts';
import { openCheckoutTab, stayInThisTab } from '../lib/checkout-tab.ts';
import { isMobile } from '../lib/device.ts';
import { useStore } from './use-store.ts';

type Props = {
  productType: ProductType;
  label: string;
  from: BuyingFrom;
};

/** A buy button. Without JavaScript, or before it has loaded, it is a plain form. */
export function BuyForm({ productType, label, from }: Props) {
  const busy = useStore(checkoutBusy);

  useEffect(() => {
    // Back from the payment page, the browser may show this one as it was left: busy.
    const wake = (event: PageTransitionEvent) => event.persisted && checkoutBusy.set(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  function buy(event: SubmitEvent): void {
    event.preventDefault();
    void startCheckout(productType, {
      createPayment,
      openTab: isMobile(window.innerWidth, navigator.userAgent) ? stayInThisTab : openCheckoutTab,
      onRedirect: (sameTab) =>
        toast.success(redirectTitle, { description: redirectMessage(from, sameTab) }),
      onError: () =>
        toast.error('Payment error', {
          description: 'There was an error processing your payment. Please try again.',
        }),
    });
  }

  return (
    <form method="post" action="/api/create-payment" onSubmit={buy} data-buy={productType}>
      <input type="hidden" name="productType" value={productType} />
      <button type="submit" className="button w-full" disabled={busy} aria-busy={busy}>
        {busy ? 'Processing...' : label}
      </button>
    </form>
  );
}
