import type { Ads } from './ads.ts';
import type { Conversion } from './conversion.ts';
import { hideSessionId } from './session-id.ts';

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
