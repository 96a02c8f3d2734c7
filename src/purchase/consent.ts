export type Consent = 'granted' | 'denied';

const KEY = 'ads-consent';

/**
 * What the parent has said about the ad service on this device; null as long as nobody asked. A browser
 * that says no for its owner, by Global Privacy Control, is not asked either.
 */
export function readConsent(): Consent | null {
  if (navigator.globalPrivacyControl === true) return 'denied';
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'granted' || kept === 'denied' ? kept : null;
  } catch {
    return null;
  }
}

/** Saves the answer for later orders. Without storage the next order asks again. */
export function saveConsent(consent: Consent): void {
  try {
    localStorage.setItem(KEY, consent);
  } catch {
    // Storage is off or full.
  }
}
