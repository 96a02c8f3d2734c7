import { type SubmitEvent, useSyncExternalStore } from 'react';
import type { ProductType } from '../contract/catalog.ts';
import { isCheckoutStarting, subscribeToCheckout } from './checkout-state.ts';
import { readPromotionCode } from './promotion-code.ts';
import { startCheckout } from './start-checkout.ts';

type Props = { productType: ProductType; label: string };

/** A form that also works without JavaScript. */
export function BuyButton({ productType, label }: Props) {
  const isStarting = useSyncExternalStore(subscribeToCheckout, isCheckoutStarting, () => false);

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void startCheckout(productType, readPromotionCode());
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
