import type { Check, CheckLink } from '#contract/health.ts';

export const ok = (subject: string, finding: string): Check => ({
  about: subject,
  state: 'ok',
  says: finding,
  next: null,
});

/** A problem that the owner should know about, even though the shop works. */
export const warning = (
  subject: string,
  finding: string,
  nextStep: string,
  link?: CheckLink,
): Check => ({
  about: subject,
  state: 'warning',
  says: finding,
  next: nextStep,
  link,
});

/**
 * A problem that the owner must fix.
 *
 * @example
 * fault('Email', 'Resend doesn’t recognize MAIL_API_KEY.', 'Create a key in Resend.', {
 *   text: 'Create a key in Resend',
 *   href: 'https://resend.com/api-keys',
 * })
 */
export const fault = (
  subject: string,
  finding: string,
  nextStep: string,
  link?: CheckLink,
): Check => ({ ...warning(subject, finding, nextStep, link), state: 'fault' });

export const worst = (checks: readonly Check[]): Check['state'] => {
  const states = new Set(checks.map(({ state }) => state));
  if (states.has('fault')) return 'fault';
  return states.has('warning') ? 'warning' : 'ok';
};
