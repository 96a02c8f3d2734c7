import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SITE, priceOf, productOf } from '../catalogue.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

const shop = await openMailShop();

// That each paid order gets one receipt, whatever fails and whoever comes first, the model holds (tests/model).
test('a receipt has the link to what was bought, and what it cost', async () => {
  const session = await buy(shop, 'bundle');
  const [mail] = await shop.mailsAbout(session);
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

test('the answer to a buyer does not wait for the email', async () => {
  shop.failMail('slow');
  await setFaults(shop, { webhooks: { hold: true } });
  const sessionId = await buy(shop, 'bundle');
  const behind: Promise<unknown>[] = [];
  const { default: verifyPayment } = await import('../../netlify/functions/verify-payment.ts');
  const request = new Request(`${shop.siteUrl}/api/verify-payment`, jsonPost({ sessionId }));
  const waitUntil = (work: Promise<unknown>): void => void behind.push(work);
  const answer = await verifyPayment(request, { params: {}, waitUntil });
  expect((await answer.json()).status).toBe('paid');
  expect(behind).toHaveLength(1);
  expect(await shop.mailsAbout(sessionId)).toEqual([]);
  shop.failMail('none');
  await Promise.all(behind);
});
