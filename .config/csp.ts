import type { AstroUserConfig } from 'astro';
import { isLoopback } from '../netlify/platform/loopback.ts';
import { CHECKOUT_DOMAIN } from '../netlify/platform/checkout-domain.ts';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

/**
 * The hashes of sonner 2.0.8's styles. sonner adds an empty style element to the document and then
 * fills it. After an update of sonner, tests/e2e/buy.spec.ts fails and prints the new hash.
 */
export const SONNER_STYLES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
] as const;

/**
 * Parses the custom domain of Stripe Checkout. Returns null if it is not set. Throws if it is
 * invalid. https://docs.stripe.com/payments/checkout/custom-domains
 *
 *     parseCheckoutDomain('pay.example.com') // 'pay.example.com'
 */
export const parseCheckoutDomain = (setting: string | undefined): string | null => {
  const value = setting?.trim();
  if (!value) return null;
  if (CHECKOUT_DOMAIN.test(value)) return value;
  throw new Error(
    `STRIPE_CHECKOUT_DOMAIN is "${value}", but must be a domain without https://, as in pay.example.com.`,
  );
};

type PaymentPages = {
  /** The URL of the local Stripe stand-in. */
  readonly standIn: string | undefined;
  readonly customDomain: string | null;
};

/**
 * Astro writes this policy at the end of every built page's head, with the hashes of the scripts
 * and styles that it bundles, and with the directives that src/layouts/policy.ts adds. Our few
 * inline scripts and styles have no hash, so the layout's slot "head" puts them above the policy.
 * `frame-ancestors` only works in a header, so it is in netlify.toml. `astro dev` writes no policy.
 *
 * Browsers also check the redirects of a form against `form-action`. Without JavaScript, a buy
 * button redirects to Stripe's payment page or, on a developer's machine, to the payment page of
 * the stand-in.
 */
export const createCsp = (site: string, { standIn, customDomain }: PaymentPages): Csp => {
  const isLocal = [site, standIn].every((url) => url && isLoopback(new URL(url)));
  const paymentPages = ['https://checkout.stripe.com'];
  if (customDomain !== null) paymentPages.push(`https://${customDomain}`);
  if (standIn && isLocal) paymentPages.push(new URL(standIn).origin);
  return {
    directives: [
      "default-src 'none'",
      "base-uri 'none'",
      `form-action 'self' ${paymentPages.join(' ')}`,
      "object-src 'none'",
    ],
    styleDirective: { resources: ["'self'"], hashes: [...SONNER_STYLES] },
  };
};
