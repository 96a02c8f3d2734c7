import { type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { toast } from 'sonner';
import { createPayment } from '../api/client.ts';
import type { ProductType } from '../contract/catalogue.ts';
import {
  type BuyingFrom,
  checkoutBusy,
  checkoutFailed,
  redirectMessage,
  redirectTitle,
  startCheckout,
} from './checkout.ts';
import { openCheckoutTab, stayInThisTab } from './checkout-tab.ts';
import { isMobile } from './device.ts';
import { busyLabel, takePress } from './pending-submit.ts';
import { useStore } from '../store/use-store.ts';

type Props = {
  productType: ProductType;
  label: string;
  from: BuyingFrom;
};

/**
 * A buy button. Without JavaScript it is a plain form; a press before this has loaded is held for it
 * (src/directives/intent.ts), with the button already busy.
 */
export function BuyForm({ productType, label, from }: Props) {
  const busy = useStore(checkoutBusy);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Back from the payment page, the browser may show this one as it was left: busy.
    const wake = (event: PageTransitionEvent) => event.persisted && checkoutBusy.set(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    buy();
  }

  function buy(): void {
    void startCheckout(productType, {
      createPayment,
      openTab: isMobile(window.innerWidth, navigator.userAgent) ? stayInThisTab : openCheckoutTab,
      onRedirect: (sameTab) =>
        toast.success(redirectTitle, { description: redirectMessage(from, sameTab) }),
      onError: () => toast.error(checkoutFailed.title, { description: checkoutFailed.message }),
    });
  }

  // Without a list: it is cheap, and takes the press that was there when this came to life.
  useLayoutEffect(() => {
    if (form.current && takePress(form.current)) buy();
  });

  return (
    <form
      ref={form}
      method="post"
      action="/api/create-payment"
      onSubmit={submit}
      data-buy={productType}
      suppressHydrationWarning
    >
      <input type="hidden" name="productType" value={productType} />
      <button
        type="submit"
        className="button w-full"
        disabled={busy}
        aria-busy={busy}
        suppressHydrationWarning
      >
        {busy ? busyLabel : label}
      </button>
    </form>
  );
}
