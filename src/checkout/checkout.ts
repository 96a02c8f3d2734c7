import type { CreatePaymentResponse } from '../contract/checkout.ts';
import type { ProductType } from '../contract/catalogue.ts';
import type { CheckoutTab } from './checkout-tab.ts';
import { pause } from '../store/pause.ts';
import { createStore } from '../store/store.ts';

export type BuyingFrom = 'home' | 'guide';

/** True while a checkout is being started; every buy button of the page watches it. */
export const checkoutBusy = createStore(false);

// Time for this tab to leave. If it has not left by then, the buyer may press again.
const LEAVING_MS = 8_000;

export const redirectTitle = 'Redirecting to checkout';

export const checkoutFailed = {
  title: 'Payment error',
  message: 'There was an error processing your payment. Please try again.',
};

/** The home page says where the payment page opens; a guide's page says the same everywhere. */
export function redirectMessage(from: BuyingFrom, sameTab: boolean): string {
  if (from === 'guide') return 'The payment page is opening.';
  return sameTab ? 'Taking you to the payment page.' : 'The payment page is opening in a new tab.';
}

export type CheckoutCalls = {
  createPayment: (productType: ProductType) => Promise<CreatePaymentResponse>;
  openTab: () => CheckoutTab;
  onRedirect: (sameTab: boolean) => void;
  onError: () => void;
};

/** One checkout at a time: a second press while one is being started does nothing. */
export async function startCheckout(productType: ProductType, calls: CheckoutCalls): Promise<void> {
  if (checkoutBusy.get()) return;
  checkoutBusy.set(true);
  const tab = calls.openTab();
  try {
    const { url } = await calls.createPayment(productType);
    calls.onRedirect(tab.sameTab);
    tab.go(url);
    if (tab.sameTab) await pause(LEAVING_MS);
  } catch {
    tab.close();
    calls.onError();
  } finally {
    checkoutBusy.set(false);
  }
}
