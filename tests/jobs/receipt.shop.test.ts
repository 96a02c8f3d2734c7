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
  if (!receipt) throw new Error(`There is no receipt about ${session}.`);
  return { session, receipt };
};

// tests/model tests that each paid order gets one receipt, whatever fails.
describe('a receipt', () => {
  test('goes to the buyer, with the product in its subject', async () => {
    const { receipt } = await buyAndReadReceipt('bundle');
    expect(receipt.to).toBe('parent@example.com');
    expect(receipt.subject).toBe(subjectOf('receipt', BUNDLE.name));
  });

  test.each([
    {
      name: 'the link to the files',
      wordsOf: (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`,
    },
    { name: 'the order number', wordsOf: (session: string) => orderNumberOf(session) },
    { name: 'the product’s name', wordsOf: () => BUNDLE.name },
    { name: 'the price', wordsOf: () => priceOf('bundle') },
    { name: 'the link to the free lesson', wordsOf: () => `${shop.siteUrl}/lesson` },
    { name: 'a first step for tonight', wordsOf: () => PLAIN_MAILS.tonight.bundle.text },
  ])('has $name as HTML and as plain text', async ({ wordsOf }) => {
    const { session, receipt } = await buyAndReadReceipt('bundle');
    expect(receipt.text).toContain(wordsOf(session));
    expect(receipt.html).toContain(wordsOf(session));
  });

  test('shows the product’s cover', async () => {
    const { receipt } = await buyAndReadReceipt('bundle');
    const cover = `src="${shop.siteUrl}/covers/bundle.png" alt="${BUNDLE.name}"`;
    expect(receipt.html).toContain(cover);
  });

  test('links to the guide for the next age as plain text', async () => {
    const { receipt } = await buyAndReadReceipt('individual_guide_6_10');
    const link = `When they turn 11: Coins & <notes> (${shop.siteUrl}/guide-2).`;
    expect(receipt.text).toContain(`A <jar>.” ${link}`);
  });

  test('links to the guide for the next age as HTML, escaped', async () => {
    const { receipt } = await buyAndReadReceipt('individual_guide_6_10');
    const html = receipt.html.replaceAll(/ style="[^"]*"/g, '');
    const link = `<a href="${shop.siteUrl}/guide-2">Coins &amp; &lt;notes&gt;</a>`;
    expect(html).toContain(`A &lt;jar&gt;.” When they turn 11: ${link}.`);
  });
});
