import { createPayment } from '../api/checkout.ts';
import { type Store, createStore } from '../store/store.ts';
import { say } from '../toasts/say.ts';

// Time for this tab to leave. If it has not left by then, the buyer may try again.
const LEAVING_MS = 8_000;
const TOLD_AFTER_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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

/** True while a checkout is being started; every buy button of the page watches it. */
export const checkoutBusy: Store<boolean> = createStore(false);

let latest = 0;

/** For a page that the browser shows again as it was left: what was started then is over. */
export function forgetCheckout(): void {
  latest += 1;
  checkoutBusy.set(false);
}

/**
 * One checkout at a time: a second click while one is being started does nothing. Call it in the click
 * itself: a popup blocker refuses a tab that is opened after an await.
 */
export async function startCheckout(productType: string, from: BuyingFrom): Promise<void> {
  if (checkoutBusy.get()) return;
  checkoutBusy.set(true);
  const mine = ++latest;
  const tab = openTab();
  try {
    const url = await createPayment(productType);
    const message = redirectMessage(from, tab);
    const tell = () => say({ kind: 'success', title: 'Redirecting to checkout', message });
    if (tab) {
      tab.location.replace(url);
      tell();
    } else {
      window.location.assign(url);
      // To show a message takes the connection and the processor, which the payment page needs now.
      await pause(TOLD_AFTER_MS);
      if (mine === latest) tell();
      await pause(LEAVING_MS - TOLD_AFTER_MS);
    }
  } catch {
    tab?.close();
    say({
      kind: 'error',
      title: 'Payment error',
      message: 'There was an error processing your payment. Please try again.',
    });
  } finally {
    if (mine === latest) checkoutBusy.set(false);
  }
}
