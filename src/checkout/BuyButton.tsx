import { type SubmitEvent, useSyncExternalStore } from 'react';
import { toast } from 'sonner';
import { post } from '../api/request.ts';
import type { ProductType } from '../contract/catalog.ts';
import type { CreatePaymentResponse } from '../contract/orders.ts';
import { findCode } from './promotion-code.ts';

/** Time for the payment page to load. After it, the buy buttons work again. */
const NAVIGATION_MS = 8_000;

/** In CSS pixels. */
const MOBILE_MAX_WIDTH = 768;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

/** Opens a tab for the payment page. Returns null if the payment page should load in this tab. */
function openTab(): Window | null {
  if (window.innerWidth <= MOBILE_MAX_WIDTH || MOBILE_AGENT.test(navigator.userAgent)) return null;
  const tab = window.open('', '_blank');
  if (tab === null || tab.closed) return null;
  tab.opener = null;
  tab.document.title = 'Opening checkout';
  tab.document.body.style.cssText =
    'font: 18px/1.6 system-ui, sans-serif; margin: 3rem; color-scheme: light dark';
  tab.document.body.textContent = 'Opening checkout. One moment, please.';
  return tab;
}

/** Only the home page, which sells the bundle, says whether the payment page opens in a new tab. */
function redirectMessage(productType: ProductType, tab: Window | null): string {
  if (productType !== 'bundle') return 'The payment page is opening.';
  return tab ? 'The payment page is opening in a new tab.' : 'Taking you to the payment page.';
}

/** Stands for the checkout that is being started, or null. All buy buttons of a page share it. */
let starting: object | null = null;
const listeners = new Set<() => void>();

const isCheckoutStarting = (): boolean => starting !== null;

function setStarting(checkout: object | null): void {
  starting = checkout;
  for (const update of listeners) update();
}

/** The Back button may restore this page from the browser's cache while its buttons are still busy. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) setStarting(null);
}

function subscribe(update: () => void): () => void {
  listeners.add(update);
  addEventListener('pageshow', onPageShow);
  return () => listeners.delete(update);
}

/**
 * Starts a checkout, unless one is being started already. Call it directly in the click handler: popup
 * blockers refuse a tab that is opened after an await. `code` is a promotion code, or '' for none.
 */
export async function startCheckout(productType: ProductType, code = ''): Promise<void> {
  if (starting !== null) return;
  const own = {};
  setStarting(own);
  const tab = openTab();
  try {
    const { url } = await post<CreatePaymentResponse>('/api/create-payment', {
      productType,
      ...(code && { code }),
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
    if (starting === own) setStarting(null);
  }
}

type Props = { productType: ProductType; label: string };

/** A form that works without JavaScript. With it, `startCheckout` opens the payment page. */
export function BuyButton({ productType, label }: Props) {
  const isStarting = useSyncExternalStore(subscribe, isCheckoutStarting, () => false);

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void startCheckout(productType, findCode());
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
