import type { PublicOrder } from '../contract/orders.ts';
import type { Ads } from './ads.ts';
import { hideSessionId } from './session-id.ts';

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'ads-consent';

/**
 * What the parent has said about the ad service on this device; null as long as nobody asked. A browser
 * that says no for its owner, by Global Privacy Control, is not asked either.
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

/** Saves the answer for later orders. Without storage the next order asks again. */
export function saveConsent(consent: Consent): void {
  try {
    localStorage.setItem(CONSENT_KEY, consent);
  } catch {
    // Storage is off or full.
  }
}

/** What the ad service is told of an order, and all of it. */
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

// Without storage, an order is still told once as long as the page is open.
const told = new Set<string>();

/** True for the first to ask about an order on this device, false ever after. */
function isFirst(orderNumber: string): boolean {
  if (told.has(orderNumber)) return false;
  told.add(orderNumber);
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

/** The tag takes `arguments` objects for commands, and passes over arrays. */
function gtag(..._command: Command): void {
  (window.dataLayer ??= []).push(arguments);
}

/** Measured, but not made into a profile: see developers.google.com/tag-platform/security/concepts/consent-mode */
const CONSENT = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
} as const;

/**
 * Tells the ad service of one order, and loads its tag for that. To be called only after a yes. The
 * session id leaves the address first, since the tag reads what the page's address is.
 */
export function sendConversion({ id, label }: Ads, conversion: Conversion): void {
  hideSessionId();
  // The list of what the page has fetched names the session too.
  performance.clearResourceTimings();
  gtag('js', new Date());
  gtag('consent', 'default', CONSENT);
  gtag('config', id, {
    send_page_view: false,
    page_location: window.location.origin + window.location.pathname,
    page_referrer: '',
    // Or the tag may look for e-mail addresses in the page.
    allow_enhanced_conversions: false,
  });
  gtag('event', 'conversion', { send_to: `${id}/${label}`, ...conversion });

  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`;
  document.head.append(script);
}
