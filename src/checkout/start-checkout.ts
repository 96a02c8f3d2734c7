import { toast } from 'sonner';
import { post } from '../api/request.ts';
import type { ProductType } from '../contract/catalog.ts';
import type { CreatePaymentResponse } from '../contract/orders.ts';
import { beginCheckout, endCheckout } from './checkout-state.ts';

/** The payment page has this long to load before the buy buttons work again. */
const NAVIGATION_MS = 8_000;

const MOBILE_MAX_WIDTH_PX = 768;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

/** Returns null if the payment page should load in this tab. */
function openTab(): Window | null {
  if (window.innerWidth <= MOBILE_MAX_WIDTH_PX || MOBILE_AGENT.test(navigator.userAgent))
    return null;
  const tab = window.open('', '_blank');
  if (tab === null || tab.closed) return null;
  tab.opener = null;
  tab.document.title = 'Opening checkout';
  tab.document.body.style.cssText =
    'font: 18px/1.6 system-ui, sans-serif; margin: 3rem; color-scheme: light dark';
  tab.document.body.textContent = 'Opening checkout. One moment, please.';
  return tab;
}

/** Only the home page, which sells the bundle, distinguishes between the two. */
function redirectMessage(productType: ProductType, tab: Window | null): string {
  if (productType !== 'bundle') return 'The payment page is opening.';
  return tab ? 'The payment page is opening in a new tab.' : 'Taking you to the payment page.';
}

/**
 * Does nothing while a checkout is starting. Call it directly in the event handler, because popup
 * blockers refuse a tab that is opened after an `await`.
 */
export async function startCheckout(productType: ProductType, code = ''): Promise<void> {
  const checkout = beginCheckout();
  if (checkout === null) return;
  const tab = openTab();
  try {
    const { url } = await post<CreatePaymentResponse>('/api/create-payment', {
      productType,
      code: code || undefined,
    });
    toast.success('Redirecting to checkout', { description: redirectMessage(productType, tab) });
    if (tab) {
      tab.location.replace(url);
    } else {
      window.location.assign(url);
      await new Promise((resolve) => setTimeout(resolve, NAVIGATION_MS));
    }
  } catch {
    tab?.close();
    toast.error('Payment error', {
      description: 'There was an error processing your payment. Please try again.',
    });
  } finally {
    endCheckout(checkout);
  }
}
