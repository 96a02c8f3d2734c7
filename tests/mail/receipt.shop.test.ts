import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SITE, priceOf, productOf } from '../catalogue.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

const shop = await openMailShop();
const { mailsAbout, setMailFaults } = shop;
const GUIDE = productOf('guide-1').product_type;

const factOf = (session: string): Promise<string | null> =>
  shop.redis.hget(`order:dev:${session}`, 'mail:receipt');

test('a receipt has the link to what was bought, and what it cost', async () => {
  const session = await buy(shop, 'bundle');
  const [mail] = await mailsAbout(session);
  const { name } = productOf('bundle');
  expect(mail).toMatchObject({ to: 'parent@example.com', subject: subjectFor('receipt', name) });
  for (const words of [
    `${shop.siteUrl}/guide-download?session_id=${session}`,
    priceOf('bundle'),
    `Order number: ${await orderNumber(session)}`,
    name,
    `${SITE.refundWindowDays} days`,
    `${shop.siteUrl}/lesson`,
    'Tonight: “',
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
  expect(mail?.html).toContain(`src="${shop.siteUrl}/covers/bundle.png" alt="${name}"`);
});

// That each paid order gets one receipt, whatever fails and whoever comes first, the model holds (tests/model).
test('a receipt is not tried again to an address that the mail service refuses', async () => {
  await setMailFaults({ status: 422 });
  const session = await buy(shop, GUIDE);
  expect(await factOf(session)).toMatch(/^refused \d{10} 422/);
  expect(await shop.redis.zscore('receipts:dev', session)).toBeNull();
});

test('the answer to a buyer does not wait for the email', async () => {
  shop.failMail('slow');
  await setFaults(shop, { webhooks: { hold: true } });
  const sessionId = await buy(shop, GUIDE);
  const behind: Promise<unknown>[] = [];
  const { default: verifyPayment } = await import('../../netlify/functions/verify-payment.ts');
  const request = new Request(`${shop.siteUrl}/api/verify-payment`, jsonPost({ sessionId }));
  const waitUntil = (work: Promise<unknown>): void => void behind.push(work);
  const answer = await verifyPayment(request, { params: {}, waitUntil });
  expect((await answer.json()).status).toBe('paid');
  expect(behind).toHaveLength(1);
  expect(await factOf(sessionId)).toBeNull();
  shop.failMail('none');
  await Promise.all(behind);
});
