import { plainMoney } from '../contract/money.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { hideSessionId } from './purchase.ts';

/** The ad service's account and the label of the conversion. */
export type Ads = { readonly id: string; readonly label: string };

/** Reads what Google Ads shows as "send_to". null if nothing is set: the shop then asks nothing and has no tag. */
export function parseAds(setting: string | undefined): Ads | null {
  const given = setting?.trim();
  if (!given) return null;
  const [, id, label] = /^(AW-\d+)\/([\w-]+)$/.exec(given) ?? [];
  if (id && label) return { id, label };
  throw new Error(
    `PUBLIC_ADS_CONVERSION is "${given}", but must be an account, a slash and a label, as in AW-123456789/AbC-D_efG.`,
  );
}

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'ads-consent';

/** A value of the browser's storage. null if it is missing, or if storage is off. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage, the next page asks again. */
function save(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is off or full.
  }
}

/**
 * The parent's answer about the ad service on this device; null while nobody has asked. A browser that sends Global
 * Privacy Control counts as a no.
 */
export function readConsent(): Consent | null {
  if (navigator.globalPrivacyControl === true) return 'denied';
  const stored = read(CONSENT_KEY);
  return stored === 'granted' || stored === 'denied' ? stored : null;
}

export const saveConsent = (consent: Consent): void => save(CONSENT_KEY, consent);

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** The tag reads `arguments` objects as commands, and ignores arrays. */
function gtag(..._command: unknown[]): void {
  (window.dataLayer ??= []).push(arguments);
}

/** Allows measurement, but no profile: developers.google.com/tag-platform/security/concepts/consent-mode */
const CONSENT = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

/**
 * Reports an order to the ad service, once on a device, and loads its tag for that. Call it only after a yes. The session
 * id is removed from the address first, since the tag reads the page's address; the tag gets `orderNumber`.
 */
export function reportOnce(
  { id, label }: Ads,
  { amount, currency }: Pick<PublicOrder, 'amount' | 'currency'>,
  orderNumber: string,
): void {
  const reported = `conversion:${orderNumber}`;
  if (read(reported) !== null) return;
  save(reported, 'yes');
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
  const value = Number(plainMoney(amount, currency));
  const conversion = { value, currency, transaction_id: orderNumber };
  gtag('event', 'conversion', { send_to: `${id}/${label}`, ...conversion });

  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`;
  document.head.append(script);
}
