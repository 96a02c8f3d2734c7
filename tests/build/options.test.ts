import { describe, expect, test } from 'vitest';
import { GUIDES, SITE } from '../catalog.ts';
import { attribute, readBuiltSite, visibleText } from './built-site.ts';
import { OFFERED, OFF_SALE } from './deployed.ts';

const site = await readBuiltSite();

describe('without an ad service', () => {
  const built = [...site.files].filter((file) => /\.(html|js|css|xml|txt)$/.test(file));

  test('builds no /conversion page without an ad service', () => {
    expect([...site.files].filter((file) => file.includes('conversion'))).toEqual([]);
  });

  test('includes no ad tag, frame or consent question without an ad service', () => {
    const withAds = built.filter((file) =>
      /googletagmanager|doubleclick|ad service, Google|<iframe/.test(site.read(file).toString()),
    );
    expect(withAds).toEqual([]);
  });
});

describe('with a guide that is not for sale', () => {
  const onSale = OFFERED.filter((product) => product.is_active);

  test('shows buy buttons for all other products', () => {
    const offered = site.pages.flatMap(({ html }) =>
      [...html.matchAll(/name="productType" value="(\w+)"/g)].map(([, type]) => type),
    );
    expect(new Set(offered)).toEqual(new Set(onSale.map(({ product_type: type }) => type)));
  });

  test('says on the guide’s page that the guide is not for sale', () => {
    const page = site.pageAt(OFF_SALE?.path ?? '');
    expect(visibleText(page)).toContain('isn’t for sale right now');
  });

  test('marks the guide as not for sale exactly once on the home page', () => {
    expect(visibleText(site.pageAt('/')).match(/Not for sale/g)).toHaveLength(1);
  });

  test.each(['/present', GUIDES[0]?.path ?? ''])('does not mention the guide on %s', (path) => {
    expect(visibleText(site.pageAt(path))).not.toContain(OFF_SALE?.title);
  });
});

test('adds “plus tax” to prices if Stripe is the seller', () => {
  expect(visibleText(site.pageAt('/'))).toContain(' plus tax');
});

describe('without email', () => {
  const forParents = site.pages.filter(({ path }) => !path.startsWith('/admin-'));

  test.each(forParents)('promises no email on $path', (page) => {
    const text = visibleText(page).replaceAll(/don’t send it by email|settled in one email/g, '');
    const promise = /.{0,40}(?:\be?-?mail(?:s|ed)?\b(?! address)|\bspam\b|Resend).{0,40}/.exec(
      text,
    );
    expect(promise?.[0]).toBeUndefined();
  });

  test.each(forParents)('does not link from $path to the form that sends an email', ({ html }) => {
    expect(html).not.toContain('href="/find-purchase"');
  });

  test('asks parents in the FAQ to save the link to the download page', () => {
    expect(visibleText(site.pageAt('/faqs'))).toContain('We don’t send it by email, so save');
  });

  test('shows the support address instead of a form on the page for lost purchases', () => {
    const page = site.pageAt('/find-purchase');
    expect(page.html).not.toContain('<form');
    expect(attribute(page, 'main a', 'href')).toBe(`mailto:${SITE.supportEmail}`);
    expect(visibleText(page)).toContain('Tell us the day you paid and the email address');
  });
});
