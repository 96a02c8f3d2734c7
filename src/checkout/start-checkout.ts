import { toast } from 'sonner';
import { UnsentError, post } from '../api/request.ts';
import type { ProductType } from '../contract/catalog.ts';
import type { CreatePaymentResponse } from '../contract/orders.ts';
import { type ToastPosition, positionAwayFrom } from '../toasts/position.ts';
import { beginCheckout, endCheckout, noteCheckoutFailure } from './checkout-state.ts';

/** The payment page has this long to load before the buy buttons work again. */
const NAVIGATION_MS = 8_000;

const MOBILE_MAX_WIDTH_PX = 768;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

const isMobile = (): boolean =>
  window.innerWidth <= MOBILE_MAX_WIDTH_PX || MOBILE_AGENT.test(navigator.userAgent);

/** Returns null if the payment page should load in this tab. */
function openTab(): Window | null {
  if (isMobile()) return null;
  try {
    const tab = window.open('', '_blank');
    if (tab === null || tab.closed) return null;
    tab.opener = null;
    tab.document.title = 'Opening checkout';
    tab.document.body.style.cssText =
      'font: 18px/1.6 system-ui, sans-serif; margin: 3rem; color-scheme: light dark';
    tab.document.body.textContent = 'Opening checkout. One moment, please.';
    return tab;
  } catch {
    // An in-app browser may have no tabs.
    return null;
  }
}

/** On the home page, which sells the bundle, the text depends on where the payment page opens. */
function redirectMessage(productType: ProductType, isNewTab: boolean): string {
  if (productType !== 'bundle') return 'The payment page is opening.';
  return isNewTab ? 'The payment page is opening in a new tab.' : 'Taking you to the payment page.';
}

/** If the buyer has closed the new tab, the payment page loads in this one. */
async function openPaymentPage(
  url: string,
  productType: ProductType,
  { tab, position }: { tab: Window | null; position: ToastPosition },
): Promise<void> {
  const isNewTab = tab !== null && !tab.closed;
  const description = redirectMessage(productType, isNewTab);
  toast.success('Redirecting to checkout', { description, position });
  if (isNewTab) return tab.location.replace(url);
  window.location.assign(url);
  await new Promise((resolve) => setTimeout(resolve, NAVIGATION_MS));
}

/**
 * Does nothing while another checkout is starting. Call it directly in the event handler, because
 * popup blockers prevent a tab from opening after an `await`. Submits `form` if the browser cannot
 * send the request.
 */
export async function startCheckout(
  form: HTMLFormElement,
  productType: ProductType,
  code = '',
): Promise<void> {
  const checkout = beginCheckout();
  if (checkout === null) return;
  const tab = openTab();
  const position = positionAwayFrom(form);
  try {
    const { url } = await post<CreatePaymentResponse>('/api/create-payment', {
      productType,
      code: code || undefined,
    });
    await openPaymentPage(url, productType, { tab, position });
  } catch (error) {
    tab?.close();
    if (error instanceof UnsentError) return form.submit();
    noteCheckoutFailure();
    toast.error('Payment error', {
      description: 'There was an error processing your payment. Please try again.',
      position,
    });
  } finally {
    endCheckout(checkout);
  }
}
