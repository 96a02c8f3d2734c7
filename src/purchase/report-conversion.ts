// Runs on /conversion. Only that page may import this file: code shared with islands would become a
// separate file, which the page's policy blocks.
import type { Ads } from './ads.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

type Conversion = { orderNumber: string; value: number; currency: string };

/** The same as ORDER_NUMBER in contract/order-number.ts. */
const ORDER = /^[\dA-F]{4}(-[\dA-F]{4}){2}$/;
/** The format of `plainMoney` in contract/money.ts. */
const VALUE = /^\d{1,9}(\.\d{1,3})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Reads a conversion from the query of /conversion. Returns null if any part is not valid. */
export function readConversion(search: string): Conversion | null {
  const params = new URLSearchParams(search);
  const orderNumber = params.get('order') ?? '';
  const value = params.get('value') ?? '';
  const currency = params.get('currency') ?? '';
  if (!ORDER.test(orderNumber) || !VALUE.test(value) || !CURRENCY.test(currency)) return null;
  return { orderNumber, value: Number(value), currency };
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

/** Loads Google's tag and reports a conversion. */
export function reportConversion(
  { id, label }: Ads,
  { orderNumber, value, currency }: Conversion,
): void {
  gtag('js', new Date());
  gtag('consent', 'default', CONSENT);
  gtag('config', id, {
    send_page_view: false,
    page_location: window.location.origin + window.location.pathname,
    page_referrer: '',
    // Otherwise the tag may look for email addresses in the page.
    allow_enhanced_conversions: false,
  });
  const conversion = { value, currency, transaction_id: orderNumber };
  gtag('event', 'conversion', { send_to: `${id}/${label}`, ...conversion });

  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`;
  document.head.append(script);
}
