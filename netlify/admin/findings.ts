import type { Check } from '#contract/health.ts';

export const ok = (subject: string, finding: string): Check => ({
  about: subject,
  state: 'ok',
  says: finding,
  next: null,
});

/** The shop works, but the owner should know. */
export const warning = (subject: string, finding: string, nextStep: string): Check => ({
  about: subject,
  state: 'warning',
  says: finding,
  next: nextStep,
});

/**
 * The owner must fix it.
 *
 * @example
 * fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', 'Create one at https://resend.com.')
 */
export const fault = (subject: string, finding: string, nextStep: string): Check => ({
  about: subject,
  state: 'fault',
  says: finding,
  next: nextStep,
});

export const worst = (checks: readonly Check[]): Check['state'] => {
  const states = new Set(checks.map(({ state }) => state));
  if (states.has('fault')) return 'fault';
  return states.has('warning') ? 'warning' : 'ok';
};
