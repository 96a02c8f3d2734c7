import { expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { dayOf, dollars, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, setFaults, verify } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop } from './mail-shop.ts';

const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop({ ownerNews: 'each' });
const { reconcile } = shop;

const alerts = async (about: string | RegExp) =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.match(about));
const alertsOf = async (session: string) =>
  (await alerts('Sold')).filter(({ text }) => text.includes(numberOf(session)));
const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
const A_DAY = 24 * 60;
const longDate = (ms: number): string =>
  new Date(dayOf(ms)).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const buyGuide = () => buy(shop, GUIDE.product_type);
const holdWebhooks = () => setFaults(shop, { webhooks: { hold: true } });
const buyUnseen = () => holdWebhooks().then(buyGuide);

test('the owner reads of a sale once, by its number and by nothing that leads to the buyer', async () => {
  const session = await buyGuide();
  await verify(shop, session);
  await reconcile();
  const [alert, ...others] = await alerts('Sold');
  expect([alert?.subject, others]).toEqual([`Sold: ${GUIDE.name}`, []]);
  for (const words of [alert?.text, alert?.html]) {
    expect(words).toContain(`Order number: ${numberOf(session)}`);
    expect(words).toContain(dollars(GUIDE.price_in_cents));
    expect(words).toContain(`${shop.siteUrl}/admin-orders#order=${numberOf(session)}`);
    expect(words).not.toMatch(/cs_test|@example/);
  }
  // Its key names the shop, since others may send by the same account.
  const headers = {
    authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
    'idempotency-key': `owner/dev/sale/${numberOf(session)}`,
  };
  const other = jsonPost({ from: OWNER, to: [OWNER], subject: '1', text: '1' }, headers);
  expect((await shop.controlMail('/emails', other)).status).toBe(409);
});

test.each<readonly [what: string, fail: () => void]>([
  ['the mail service is down', () => shop.failMail('500')],
  ['answers of Redis are lost', () => shop.failRedis('cut', 3)],
])(
  'the owner reads of a sale once, and no buyer waits for that, though %s',
  async (_what, fail) => {
    const session = await buyUnseen();
    fail();
    expect((await verify(shop, session)).status).toBe('paid');
    await shop.heal();
    pass(2); // whoever took it may have been cut off
    await Promise.all([reconcile(), reconcile()]);
    expect(await alertsOf(session)).toHaveLength(1);
    expect(await shop.redis.zcard('owner-queue:dev')).toBe(0);
  },
);

test('the owner reads once a day of orders without a webhook', async () => {
  pass(A_DAY);
  const sessions = [await buyUnseen(), await buyUnseen()];
  await reconcile();
  await buyUnseen();
  await reconcile();
  const [alert, ...others] = await alerts('recorded without Stripe’s webhook');
  expect([alert?.subject, others]).toEqual([expect.stringMatching(/^2 orders /), []]);
  for (const session of sessions) expect(alert?.text).toContain(numberOf(session));
});

test('the owner reads that a service fails for more than ten minutes, and not that one failed once', async () => {
  shop.failStripe('500');
  const found = [];
  for (const minutes of [0, 5, 6, 10]) {
    pass(minutes);
    await reconcile();
    found.push((await alerts('Stripe failed for more than ten minutes')).length);
  }
  expect(found).toEqual([0, 0, 0, 1]);
});

test('the owner reads once that two runs are missing, and not that one is', async () => {
  // To the end of a day, since the gap before it is told of once a day.
  pass(2 * A_DAY);
  while (dayOf(Date.now() + 10 * 60_000) === dayOf(Date.now())) pass(10);
  await reconcile();
  const before = (await alerts('No comparison')).length;
  const found = [];
  for (const minutes of [20, 21, 0]) {
    pass(minutes);
    await reconcile();
    found.push((await alerts('No comparison')).length - before);
  }
  expect(found).toEqual([0, 1, 1]);
  expect(await alerts('No comparison with Stripe for 21 minutes')).toHaveLength(1);
});

test('the owner reads once of an outage that Stripe lists no more, and since when it was', async () => {
  await reconcile();
  const since = longDate(Date.now());
  pass(32 * A_DAY);
  await reconcile();
  await reconcile();
  const [alert, ...others] = await alerts('Please compare an outage with Stripe by hand');
  expect(others).toEqual([]);
  expect(alert?.text).toContain(`couldn’t read Stripe from ${since} on`);
  expect(alert?.text).toContain(`${shop.siteUrl}/admin-orders`);
});

const disputesOf = (session: string) => alerts(`Dispute on order ${numberOf(session)}`);
const DAYS_TO_ANSWER = 20; // as the stand-in has it

test.each<readonly [status: string, says: (due: string) => string[]]>([
  ['needs_response', (due) => [`Answer by ${due}, on the order’s page or in Stripe’s dashboard.`]],
  ['under_review', () => ['Stripe’s dashboard shows how long you have to respond.']],
  ['lost', () => ['The buyer’s bank decided for the buyer.']],
  ['won', () => []],
])('the owner reads of a dispute what is true of one that is %s by then', async (status, says) => {
  const session = await buyGuide();
  pass(1);
  await holdWebhooks();
  const { id } = await control(shop, 'dispute', { session });
  const words = says(longDate(Date.now() + DAYS_TO_ANSWER * A_DAY * 60_000));
  pass(1);
  if (status !== 'needs_response') await control(shop, 'dispute/update', { id, status });
  pass(1);
  await reconcile();
  const texts = (await disputesOf(session)).map(({ text }) => text);
  expect(texts).toEqual(words.map((one) => expect.stringContaining(one)));
});

test('the owner reads of a dispute at once, and not of its further steps', async () => {
  const session = await buyGuide();
  const { id } = await control(shop, 'dispute', { session });
  await expect.poll(() => disputesOf(session)).toHaveLength(1);
  pass(25 * 60); // the mail service has forgotten the key of the first
  await control(shop, 'dispute/update', { id, status: 'won' });
  await expectStatus(shop, session, 'paid');
  await reconcile();
  expect(await disputesOf(session)).toHaveLength(1);
});
