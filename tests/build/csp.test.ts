import { describe, expect, test } from 'vitest';
import { createCsp, parseCheckoutDomain } from '../../.config/csp.ts';

const SHOP = 'https://shop.example';
const STAND_IN = 'http://localhost:8889';

const formActionOf = (site: string, pages: Parameters<typeof createCsp>[1]): string | undefined => {
  const csp = createCsp(site, pages);
  if (typeof csp !== 'object') return undefined;
  return csp.directives?.find((directive) => directive.startsWith('form-action'));
};

describe('form-action in the policy', () => {
  test.each([
    {
      name: 'Stripe’s payment page',
      site: SHOP,
      pages: { standIn: undefined, customDomain: null },
      expected: "form-action 'self' https://checkout.stripe.com",
    },
    {
      name: 'Stripe’s payment page and the shop’s custom domain for it',
      site: SHOP,
      pages: { standIn: undefined, customDomain: 'pay.shop.example' },
      expected: "form-action 'self' https://checkout.stripe.com https://pay.shop.example",
    },
    {
      name: 'the stand-in’s payment page on a developer’s machine',
      site: 'http://localhost:8888',
      pages: { standIn: STAND_IN, customDomain: null },
      expected: `form-action 'self' https://checkout.stripe.com ${STAND_IN}`,
    },
    {
      name: 'no stand-in payment page if the shop is live',
      site: SHOP,
      pages: { standIn: STAND_IN, customDomain: null },
      expected: "form-action 'self' https://checkout.stripe.com",
    },
  ])('allows $name', ({ site, pages, expected }) => {
    expect(formActionOf(site, pages)).toBe(expected);
  });
});

describe('STRIPE_CHECKOUT_DOMAIN', () => {
  test.each([undefined, '', ' '])('accepts an empty setting: %j', (setting) => {
    expect(parseCheckoutDomain(setting)).toBeNull();
  });

  test('accepts a domain and trims the spaces around it', () => {
    expect(parseCheckoutDomain(' pay.shop.example ')).toBe('pay.shop.example');
  });

  test.each([
    'https://pay.shop.example',
    'pay.shop.example/',
    "pay.shop.example 'unsafe-inline'",
    'pay.shop.example; script-src *',
    'localhost',
    '*.shop.example',
  ])('rejects a setting that is not a domain: %s', (setting) => {
    expect(() => parseCheckoutDomain(setting)).toThrow('a domain without https://');
  });
});
