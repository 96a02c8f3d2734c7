import { plainMoney } from '../contract/money.ts';
import type { PublicOrder } from '../contract/orders.ts';
import type { Ads } from './ads.ts';
import { readFromDevice, saveOnDevice } from './device-storage.ts';
import { hideSessionId } from './session-id.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Google's tag only accepts `arguments` objects as commands, and ignores arrays. */
function gtag(..._command: unknown[]): void {
  (window.dataLayer ??= []).push(arguments);
}

// Allows measurement but no personalization:
// developers.google.com/tag-platform/security/concepts/consent-mode
const CONSENT = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

/**
 * Loads Google's tag and reports an order, once per device. Call it only after consent. Removes the
 * session id from the URL first, because the tag reads the URL.
 */
export function reportOnce(
  { id, label }: Ads,
  { amount, currency }: Pick<PublicOrder, 'amount' | 'currency'>,
  orderNumber: string,
): void {
  const key = `conversion:${orderNumber}`;
  if (readFromDevice(key) !== null) return;
  saveOnDevice(key, 'yes');
  hideSessionId();
  // The list of fetched resources contains the session id too.
  performance.clearResourceTimings();
  gtag('js', new Date());
  gtag('consent', 'default', CONSENT);
  gtag('config', id, {
    send_page_view: false,
    page_location: window.location.origin + window.location.pathname,
    page_referrer: '',
    // Otherwise the tag may look for email addresses in the page.
    allow_enhanced_conversions: false,
  });
  const value = Number(plainMoney(amount, currency));
  const conversion = { value, currency, transaction_id: orderNumber };
  gtag('event', 'conversion', { send_to: `${id}/${label}`, ...conversion });

  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`;
  document.head.append(script);
}
