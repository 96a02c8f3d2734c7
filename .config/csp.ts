import type { AstroUserConfig } from 'astro';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

type Addresses = {
  /** The shop's address. */
  readonly site: string;
  /** The address of the Stripe stand-in on a developer's machine. */
  readonly standIn: string | undefined;
};

/** sonner 2.0.8 adds an empty style element to the document and then writes this text into it. */
export const SONNER_STYLES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
] as const;

const CHECKOUT = 'https://checkout.stripe.com';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopback = (address: string): boolean => LOOPBACK.has(new URL(address).hostname);

/**
 * The addresses that a form may lead to. Browsers check the redirects of a form against form-action too, and without
 * JavaScript, a buy button redirects to the payment page. A live shop never names a developer's machine.
 */
const formTargets = ({ site, standIn }: Addresses): string[] => [
  "'self'",
  CHECKOUT,
  ...(standIn && isLoopback(site) && isLoopback(standIn) ? [new URL(standIn).origin] : []),
];

/**
 * The policy that Astro writes at the end of every built page's head, with the hashes of the scripts and styles that it
 * bundles. Inline scripts and styles of our own have none, so they stand above it, in the layout's slot "head". Browsers
 * ignore `frame-ancestors` there, so netlify.toml has it. `astro dev` writes no policy.
 */
export const createCsp = (addresses: Addresses): Csp => ({
  directives: [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action ${formTargets(addresses).join(' ')}`,
    "img-src 'self'",
    "object-src 'none'",
  ],
  scriptDirective: { resources: ["'self'"] },
  styleDirective: { resources: ["'self'"], hashes: [...SONNER_STYLES] },
});
