import { readFromDevice, saveOnDevice } from './device-storage.ts';

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'ads-consent';

/** Returns null if the buyer has not decided yet. Global Privacy Control counts as a no. */
export function readConsent(): Consent | null {
  if (navigator.globalPrivacyControl === true) return 'denied';
  const stored = readFromDevice(CONSENT_KEY);
  return stored === 'granted' || stored === 'denied' ? stored : null;
}

export const saveConsent = (consent: Consent): void => saveOnDevice(CONSENT_KEY, consent);
