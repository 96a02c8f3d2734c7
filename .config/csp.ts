import type { AstroUserConfig } from 'astro';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

type Addresses = {
  /** The shop's own address. */
  readonly site: string;
  /** The Stripe stand-in's address, on a developer's machine. */
  readonly standIn: string | undefined;
};

const CHECKOUT = 'https://checkout.stripe.com';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopback = (address: string): boolean => LOOPBACK.has(new URL(address).hostname);

/**
 * Where a form may lead: browsers hold the redirects after it against form-action too, and a buy
 * button without JavaScript is redirected to the payment page. A live shop never names this machine.
 */
const formTargets = ({ site, standIn }: Addresses): string[] => [
  "'self'",
  CHECKOUT,
  ...(standIn && isLoopback(site) && isLoopback(standIn) ? [new URL(standIn).origin] : []),
];

/**
 * What Astro writes into a meta tag of every built page, with the hashes of its own inline scripts and
 * styles. `frame-ancestors` is ignored there, so netlify.toml has it. `astro dev` writes none.
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
  styleDirective: { resources: ["'self'"] },
});
