import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SITE, priceOf, productOf } from '../catalogue.ts';
import { buy, setFaults, verify } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

const shop = await openMailShop();
const { letOthersTry, mailsAbout, reconcile, setMailFaults } = shop;
const GUIDE = productOf('guide-1').product_type;

const factOf = (session: string): Promise<string | null> =>
  shop.redis.hget(`order:dev:${session}`, 'mail:receipt');

/** A paid order that the shop does not know of yet. */
const buyUnseen = async (): Promise<string> => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buy(shop, GUIDE);
  await setFaults(shop, {});
  return session;
};

test('a receipt has the link to what was bought, and what it cost', async () => {
  const session = await buy(shop, 'bundle');
  const [mail] = await mailsAbout(session);
  const { name } = productOf('bundle');
  expect(mail?.to).toBe('parent@example.com');
  expect(mail?.subject).toBe(subjectFor('receipt', name));
  const link = `${shop.siteUrl}/guide-download?session_id=${session}`;
  const number = `Order number: ${await orderNumber(session)}`;
  const lesson = `${shop.siteUrl}/lesson`;
  const days = `${SITE.refundWindowDays} days`;
  for (const words of [link, priceOf('bundle'), number, name, days, lesson, 'Tonight: “']) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
  expect(mail?.html).toContain(`src="${shop.siteUrl}/covers/bundle.png" alt="${name}"`);
});

test.each([
  ['the webhook', () => buy(shop, GUIDE), () => null],
  ['the buyer who comes back', buyUnseen, (session: string) => verify(shop, session)],
  ['the reconciler', buyUnseen, reconcile],
] as const)('a receipt is sent once, by whoever comes first: %s', async (_who, order, learn) => {
  const session = await order();
  await learn(session);
  expect(await mailsAbout(session)).toHaveLength(1);
  await Promise.all([verify(shop, session), reconcile(), reconcile()]);
  await shop.control('/_control/flush', { method: 'POST' });
  expect(await mailsAbout(session)).toHaveLength(1);
});

test('a receipt is sent once, though several try at once', async () => {
  await setMailFaults({ delayMs: 300, times: 1 });
  const session = await buyUnseen();
  await Promise.all([verify(shop, session), reconcile(), reconcile()]);
  expect(await mailsAbout(session)).toHaveLength(1);
});

test.each([
  ['is down', { status: 503 }],
  ['takes it, and its answer is lost', { cutOff: true }],
])('a receipt is sent once, though the mail service %s at first', async (_how, faults) => {
  await setMailFaults(faults);
  const session = await buy(shop, GUIDE);
  expect((await verify(shop, session)).status).toBe('paid');
  expect(await factOf(session)).toBeNull();
  await setMailFaults({});
  await letOthersTry(session);
  await reconcile();
  expect(await mailsAbout(session)).toHaveLength(1);
  expect(await factOf(session)).toMatch(/^sent \d{10} [\w-]+$/);
});

test('a receipt is sent though Stripe, which knows the address, fails at first', async () => {
  await setMailFaults({ status: 503 });
  const session = await buy(shop, GUIDE);
  await setMailFaults({});
  await letOthersTry(session);
  shop.failStripe('500');
  await reconcile();
  expect(await factOf(session)).toBeNull();
  shop.failStripe('none');
  await reconcile();
  expect(await mailsAbout(session)).toHaveLength(1);
});

test('a receipt is not tried again to an address that the mail service refuses', async () => {
  await setMailFaults({ status: 422 });
  const session = await buy(shop, GUIDE);
  expect(await factOf(session)).toMatch(/^refused \d{10} 422/);
  expect(await shop.redis.zscore('receipts:dev', session)).toBeNull();
});

test('no address is kept, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    await setMailFaults({ status: 503, times: 1 });
    await buy(shop, GUIDE);
    await reconcile();
  });
  expect(traces).toContain('order fulfilled');
  expect(traces).not.toMatch(/parent|example\.com/);
});

test('the answer to a buyer does not wait for the email', async () => {
  shop.failMail('slow');
  const sessionId = await buyUnseen();
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
