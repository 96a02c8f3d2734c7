import { type SubmitEvent, useSyncExternalStore } from 'react';
import type { ProductType } from '../contract/catalog.ts';
import { hasCheckoutFailed, isCheckoutStarting, subscribeToCheckout } from './checkout-state.ts';
import { onPromotionCodeForgotten, readPromotionCode } from './promotion-code.ts';
import { startCheckout } from './start-checkout.ts';

type Props = { productType: ProductType; label: string };

/** A form that also works without JavaScript and after a failed request. */
export function BuyButton({ productType, label }: Props) {
  const isStarting = useSyncExternalStore(subscribeToCheckout, isCheckoutStarting, () => false);
  const code = useSyncExternalStore(onPromotionCodeForgotten, readPromotionCode, () => '');

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    if (hasCheckoutFailed()) return;
    event.preventDefault();
    void startCheckout(event.currentTarget, productType, readPromotionCode());
  }

  return (
    <form method="post" action="/api/create-payment" onSubmit={onSubmit}>
      <input type="hidden" name="productType" value={productType} />
      {code !== '' && <input type="hidden" name="code" value={code} />}
      {/* `disabled` would remove the focus. */}
      <button className="button w-full" aria-disabled={isStarting} aria-busy={isStarting}>
        {isStarting ? 'Processing...' : label}
      </button>
    </form>
  );
}
