import type { AstroUserConfig } from 'astro';
import { isLoopback } from '../netlify/platform/loopback.ts';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

/**
 * sonner 2.0.8 adds an empty style element to the document and then writes this text into it. With
 * another version, tests/e2e/buy.spec.ts fails and names the hash.
 */
export const SONNER_STYLES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
] as const;

/**
 * The policy that Astro writes at the end of every built page's head, with the hashes of the
 * scripts and styles that it bundles. Inline scripts and styles of our own have none, so they stand
 * above it, in the layout's slot "head". Browsers ignore `frame-ancestors` there, so netlify.toml
 * has it. `astro dev` writes no policy.
 *
 * Browsers check the redirects of a form against form-action too, and without JavaScript, a buy
 * button redirects to the payment page: Stripe's, or that of the stand-in on a developer's machine,
 * which a live shop never names.
 */
export const createCsp = (site: string, standIn: string | undefined): Csp => {
  const isLocal = [site, standIn].every((one) => one && isLoopback(new URL(one)));
  const payment = standIn && isLocal ? ` ${new URL(standIn).origin}` : '';
  return {
    directives: [
      "default-src 'none'",
      "base-uri 'none'",
      "connect-src 'self'",
      "font-src 'self'",
      `form-action 'self' https://checkout.stripe.com${payment}`,
      "img-src 'self'",
      "object-src 'none'",
    ],
    scriptDirective: { resources: ["'self'"] },
    styleDirective: { resources: ["'self'"], hashes: [...SONNER_STYLES] },
  };
};
