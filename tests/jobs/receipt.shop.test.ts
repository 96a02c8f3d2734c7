import { describe, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { priceOf, productOf } from '../catalog.ts';
import { buy } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { PLAIN_MAILS, subjectOf } from '../shop/templates.ts';

const shop = await openMailShop();
const BUNDLE = productOf('bundle');

const buyAndReadReceipt = async (productType: string) => {
  const session = await buy(shop, productType);
  const [receipt] = await shop.mailsAbout(session);
  if (!receipt) throw new Error(`There is no receipt for ${session}.`);
  return { session, receipt };
};

// tests/model tests that each paid order gets one receipt, whatever fails.
describe('a receipt', () => {
  test('sends a receipt to the buyer, with the product’s name in the subject', async () => {
    const { receipt } = await buyAndReadReceipt('bundle');
    expect(receipt.to).toBe('parent@example.com');
    expect(receipt.subject).toBe(subjectOf('receipt', BUNDLE.name));
  });

  test.each([
    {
      name: 'the link to the files',
      expectedIn: (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`,
    },
    { name: 'the order number', expectedIn: (session: string) => orderNumberOf(session) },
    { name: 'the product’s name', expectedIn: () => BUNDLE.name },
    { name: 'the price', expectedIn: () => priceOf('bundle') },
    { name: 'the link to the free lesson', expectedIn: () => `${shop.siteUrl}/lesson` },
    { name: 'a first step for tonight', expectedIn: () => PLAIN_MAILS.tonight.bundle.text },
  ])('includes $name in the HTML and plain-text parts of a receipt', async ({ expectedIn }) => {
    const { session, receipt } = await buyAndReadReceipt('bundle');
    expect(receipt.text).toContain(expectedIn(session));
    expect(receipt.html).toContain(expectedIn(session));
  });

  test('shows the product’s cover', async () => {
    const { receipt } = await buyAndReadReceipt('bundle');
    const cover = `src="${shop.siteUrl}/covers/bundle.png" alt="${BUNDLE.name}"`;
    expect(receipt.html).toContain(cover);
  });

  test('links to the guide for the next age group in the plain-text part', async () => {
    const { receipt } = await buyAndReadReceipt('individual_guide_6_10');
    const link = `When they turn 11: Coins & <notes> (${shop.siteUrl}/guide-2).`;
    expect(receipt.text).toContain(`A <jar>.” ${link}`);
  });

  test('links to the guide for the next age group in the HTML part, with its title escaped', async () => {
    const { receipt } = await buyAndReadReceipt('individual_guide_6_10');
    const html = receipt.html.replaceAll(/ style="[^"]*"/g, '');
    const link = `<a href="${shop.siteUrl}/guide-2">Coins &amp; &lt;notes&gt;</a>`;
    expect(html).toContain(`A &lt;jar&gt;.” When they turn 11: ${link}.`);
  });
});
