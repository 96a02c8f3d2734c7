import { useSyncExternalStore } from 'react';
import { toast } from 'sonner';
import { post } from '../api/request.ts';
import type { CreatePaymentRequest, CreatePaymentResponse } from '../contract/checkout.ts';

// Time for this tab to leave. If it has not left by then, the buyer may try again.
const LEAVING_MS = 8_000;

const MOBILE_MAX_WIDTH = 768;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

/** Whether checkout should stay in this tab. Width in CSS pixels. */
function isMobile(width: number, userAgent: string): boolean {
  return width <= MOBILE_MAX_WIDTH || MOBILE_AGENT.test(userAgent);
}

/** A tab for the payment page; null where that page is to replace the shop in this one. */
function openTab(): Window | null {
  if (isMobile(window.innerWidth, navigator.userAgent)) return null;
  const tab = window.open('', '_blank');
  if (tab === null || tab.closed) return null;
  tab.opener = null;
  tab.document.title = 'Opening checkout';
  tab.document.body.style.cssText =
    'font: 18px/1.6 system-ui, sans-serif; margin: 3rem; color-scheme: light dark';
  tab.document.body.textContent = 'Opening checkout. One moment, please.';
  return tab;
}

export type BuyingFrom = 'home' | 'guide';

/** The home page says where the payment page opens; a guide's page says the same everywhere. */
function redirectMessage(from: BuyingFrom, tab: Window | null): string {
  if (from === 'guide') return 'The payment page is opening.';
  return tab ? 'The payment page is opening in a new tab.' : 'Taking you to the payment page.';
}

/** The checkout that is being started, by its number, or null. All buy buttons of a page share it. */
let starting: number | null = null;
let started = 0;
const buttons = new Set<() => void>();

function setStarting(checkout: number | null): void {
  starting = checkout;
  for (const update of buttons) update();
}

/** Back from the payment page, the browser may show this one as it was left: busy. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) setStarting(null);
}

function subscribe(update: () => void): () => void {
  buttons.add(update);
  addEventListener('pageshow', onPageShow);
  return () => buttons.delete(update);
}

/** Whether a checkout is being started, by any button of the page. */
export const useIsStarting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => starting !== null,
    () => false,
  );

/**
 * One checkout at a time: a second press while one is being started does nothing. Call it in the press
 * itself: a popup blocker refuses a tab that is opened after an await.
 */
export async function startCheckout(productType: string, from: BuyingFrom): Promise<void> {
  if (starting !== null) return;
  started += 1;
  const mine = started;
  setStarting(mine);
  const tab = openTab();
  try {
    const { url } = await post<CreatePaymentRequest, CreatePaymentResponse>('/api/create-payment', {
      productType,
    });
    toast.success('Redirecting to checkout', { description: redirectMessage(from, tab) });
    if (tab) {
      tab.location.replace(url);
    } else {
      window.location.assign(url);
      await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    }
  } catch {
    tab?.close();
    toast.error('Payment error', {
      description: 'There was an error processing your payment. Please try again.',
    });
  } finally {
    if (starting === mine) setStarting(null);
  }
}
