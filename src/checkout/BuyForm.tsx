import { useEffect, useRef } from 'react';
import type { ProductType } from '../contract/catalogue.ts';
import { usePageStore } from '../store/use-store.ts';
import { busyLabel } from './buy-buttons.ts';
import type { BuyingFrom } from './checkout.ts';

type Props = {
  productType: ProductType;
  label: string;
  from: BuyingFrom;
};

/**
 * A buy button. Without JavaScript it is a plain form. A press is answered by the document's own script
 * (buy-buttons.ts), before and after this has come to life; here the button shows how that goes.
 */
export function BuyForm({ productType, label, from }: Props) {
  const busy = usePageStore(() => window.buyButtons.busy, false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (form.current) window.buyButtons.handOver(form.current);
  }, []);

  return (
    <form
      ref={form}
      method="post"
      action="/api/create-payment"
      data-buy={productType}
      data-from={from}
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
