import type { CheckLink } from '#contract/health.ts';

export const UPSTASH = 'https://console.upstash.com';
export const STRIPE_KEYS = 'https://dashboard.stripe.com/apikeys';
export const RESEND_DOMAINS = 'https://resend.com/domains';
export const RESEND_KEYS = 'https://resend.com/api-keys';
export const RESEND_ON_DMARC = 'https://resend.com/docs/dashboard/domains/dmarc';

/** The list of databases at Upstash. */
export const upstashLink = (text: string): CheckLink => ({ text, href: `${UPSTASH}/redis` });

/**
 * Links to a page of the site on Netlify. Commands run without SITE_NAME, so they link to the list
 * of sites. docs.netlify.com/build/functions/environment-variables
 */
export const netlifyLink = (text: string, path = ''): CheckLink => {
  const { SITE_NAME: siteName } = process.env;
  const href = siteName
    ? `https://app.netlify.com/projects/${siteName}${path}`
    : 'https://app.netlify.com';
  return { text, href };
};

/** Links to the site's environment variables on Netlify. */
export const settingsLink = (...names: readonly string[]): CheckLink =>
  netlifyLink(
    `Change ${names.join(' and ')} on Netlify`,
    '/configuration/env#environment-variables',
  );
