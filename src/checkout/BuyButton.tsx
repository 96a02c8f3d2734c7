import type { SubmitEvent } from 'react';
import type { ProductType } from '../contract/catalogue.ts';
import { type BuyingFrom, startCheckout, useIsStarting } from './checkout.ts';
import { findCode } from './promotion-code.ts';

type Props = { productType: ProductType; label: string; from: BuyingFrom };

/** A form that works without JavaScript. With it, `startCheckout` opens the payment page. */
export function BuyButton({ productType, label, from }: Props) {
  const isStarting = useIsStarting();

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void startCheckout(productType, from, findCode());
  }

  return (
    <form method="post" action="/api/create-payment" onSubmit={onSubmit}>
      <input type="hidden" name="productType" value={productType} />
      {/* `disabled` would remove the focus. */}
      <button className="button w-full" aria-disabled={isStarting} aria-busy={isStarting}>
        {isStarting ? 'Processing...' : label}
      </button>
    </form>
  );
}
