import type { PublicOrder } from '../contract/orders.ts';
import type { Ads } from './ads.ts';
import { hideSessionId } from './session-id.ts';

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'ads-consent';

/**
 * The parent's answer about the ad service on this device; null while nobody has asked. A browser that sends Global
 * Privacy Control counts as a no.
 */
export function readConsent(): Consent | null {
  if (navigator.globalPrivacyControl === true) return 'denied';
  try {
    const kept = localStorage.getItem(CONSENT_KEY);
    return kept === 'granted' || kept === 'denied' ? kept : null;
  } catch {
    return null;
  }
}

/** Saves the answer for later orders. Without storage, the next order asks again. */
export function saveConsent(consent: Consent): void {
  try {
    localStorage.setItem(CONSENT_KEY, consent);
  } catch {
    // Storage is off or full.
  }
}

/** All that the ad service gets about an order. */
export type Conversion = {
  /** In whole units of the currency: 8.99. */
  readonly value: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The order number, never the session id. */
  readonly transaction_id: string;
};

export function conversionOf(
  order: Pick<PublicOrder, 'amount' | 'currency'>,
  orderNumber: string,
): Conversion {
  return { value: order.amount / 100, currency: order.currency, transaction_id: orderNumber };
}

// Without storage, an order is still reported once while the page is open.
const reported = new Set<string>();

/** true for the first call about an order on this device, false from then on. */
function isFirst(orderNumber: string): boolean {
  if (reported.has(orderNumber)) return false;
  reported.add(orderNumber);
  const key = `conversion:${orderNumber}`;
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, 'told');
  } catch {
    // Storage is off or full.
  }
  return true;
}

/** Sends a conversion, once for each order: reloads and later visits send nothing. */
export function reportOnce(conversion: Conversion, send: (conversion: Conversion) => void): void {
  if (isFirst(conversion.transaction_id)) send(conversion);
}

type Command =
  | ['js', Date]
  | ['consent', 'default', Readonly<Record<string, 'granted' | 'denied'>>]
  | ['config', string, Readonly<Record<string, string | boolean>>]
  | ['event', 'conversion', Conversion & { readonly send_to: string }];

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** The tag reads `arguments` objects as commands, and ignores arrays. */
function gtag(..._command: Command): void {
  (window.dataLayer ??= []).push(arguments);
}

/** Allows measurement, but no profile: developers.google.com/tag-platform/security/concepts/consent-mode */
const CONSENT = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
} as const;

/**
 * Reports one order to the ad service, and loads its tag for that. Call it only after a yes. The session id is removed
 * from the address first, since the tag reads the page's address.
 */
export function sendConversion({ id, label }: Ads, conversion: Conversion): void {
  hideSessionId();
  // The list of fetched resources has the session too.
  performance.clearResourceTimings();
  gtag('js', new Date());
  gtag('consent', 'default', CONSENT);
  gtag('config', id, {
    send_page_view: false,
    page_location: window.location.origin + window.location.pathname,
    page_referrer: '',
    // Without this the tag may look for email addresses in the page.
    allow_enhanced_conversions: false,
  });
  gtag('event', 'conversion', { send_to: `${id}/${label}`, ...conversion });

  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`;
  document.head.append(script);
}
