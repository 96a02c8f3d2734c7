import { type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { ProductType } from '../contract/catalogue.ts';
import { useStore } from '../store/use-store.ts';
import { type BuyingFrom, checkoutBusy, startCheckout } from './checkout.ts';
import { busyLabel, takeSubmit } from './pending-submit.ts';

type Props = {
  productType: ProductType;
  label: string;
  from: BuyingFrom;
};

/**
 * A buy button. Without JavaScript it is a plain form; a submit before this has loaded is held for it
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

  function buy(event?: SubmitEvent): void {
    event?.preventDefault();
    void startCheckout(productType, from);
  }

  // Without a list: it is cheap, and takes the submit that was there when this came to life.
  useLayoutEffect(() => {
    if (form.current && takeSubmit(form.current)) buy();
  });

  return (
    <form
      ref={form}
      method="post"
      action="/api/create-payment"
      onSubmit={buy}
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
