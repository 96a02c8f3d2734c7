import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { dayOf, dollars, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession, setFaults, verify } from '../shop/buying.ts';
import { jsonPost } from '../shop/shop.ts';
import { openMailShop } from './mail-shop.ts';

const OWNER = 'owner@shop.example';
const GUIDE = productOf('guide-1');

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
const shop = await openMailShop({ ownerNews: 'each' });
const { reconcile, setMailFaults } = shop;

beforeEach(() => {
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(shop.heal);

const alerts = async (about: string | RegExp = /./) =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.match(about));
const alertsOf = async (session: string) =>
  (await alerts('Sold')).filter(({ text }) => text.includes(numberOf(session)));
/** Moves the clock of the shop, which stands still otherwise. */
const pass = (minutes: number): void => {
  vi.setSystemTime(Date.now() + minutes * 60_000);
};
const A_DAY = 24 * 60;
/** As the stand-in has it. */
const DAYS_TO_ANSWER = 20;
const buyGuide = () => buy(shop, GUIDE.product_type);
const buyUnseen = async (): Promise<string> => {
  await setFaults(shop, { webhooks: { hold: true } });
  return buyGuide();
};

describe('the owner reads of a sale', () => {
  test('once, by its number and by nothing that leads to the buyer', async () => {
    const session = await buyGuide();
    await verify(shop, session);
    await reconcile();
    const [alert, ...others] = await alerts();
    expect([alert?.subject, others]).toEqual([`Sold: ${GUIDE.name}`, []]);
    for (const words of [alert?.text, alert?.html]) {
      expect(words).toContain(`Order number: ${numberOf(session)}`);
      expect(words).toContain(dollars(GUIDE.price_in_cents));
      expect(words).toContain(`${shop.siteUrl}/admin-orders#order=${numberOf(session)}`);
      expect(words).toContain('Open the order');
      expect(words).not.toMatch(/cs_test|@example/);
    }
  });

  test('under a key that names the shop, since others may send by the same account', async () => {
    const session = await buyGuide();
    const sendAs = async (context: string): Promise<number> => {
      const response = await shop.controlMail(
        '/emails',
        jsonPost(
          { from: OWNER, to: [OWNER], subject: '1', text: '1' },
          {
            authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
            'user-agent': 'another shop',
            'idempotency-key': `owner/${context}/sale/${numberOf(session)}`,
          },
        ),
      );
      return response.status;
    };
    expect(await sendAs('dev')).toBe(409); // taken by this shop
    expect(await sendAs('production-live')).toBe(200);
  });

  test('a run after the mail service was down, and no buyer waits for that', async () => {
    shop.failMail('500');
    const session = await buyGuide();
    await expectStatus(shop, session, 'paid');
    expect(await alertsOf(session)).toEqual([]);
    shop.failMail('none');
    pass(1);
    await Promise.all([reconcile(), reconcile()]);
    await reconcile();
    expect(await alertsOf(session)).toHaveLength(1);
    expect(await shop.redis.zcard('owner-queue:dev')).toBe(0);
  });

  test.each([1, 2, 3, 4, 5])('once, though %i of Redis’s answers are lost', async (answers) => {
    const session = await buyUnseen();
    shop.failRedis('cut', answers);
    await verify(shop, session);
    shop.failRedis('none');
    pass(2); // whoever took it may have been cut off
    await reconcile();
    expect(await alertsOf(session)).toHaveLength(1);
  });

  test('and of many at once, by as many calls of the mail service', async () => {
    const opened = Array.from({ length: 5 }, () => openSession(shop, GUIDE.product_type));
    const sessions = await Promise.all(opened);
    await setMailFaults({ delayMs: 300 });
    const before = shop.callsTo('mail');
    await Promise.all(sessions.map((session) => control(shop, 'pay', { session })));
    const found = await Promise.all(sessions.map(alertsOf));
    expect(found.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    const receipts = sessions.length;
    expect(shop.callsTo('mail') - before).toBe(receipts + sessions.length);
  });
});

describe('the owner reads of the comparison with Stripe', () => {
  test('once a day that it found orders without a webhook', async () => {
    pass(A_DAY);
    const sessions = [await buyUnseen(), await buyUnseen()];
    await reconcile();
    await buyUnseen();
    await reconcile();
    const [alert, ...others] = await alerts('recorded without Stripe’s webhook');
    expect(others).toEqual([]);
    expect(alert?.subject).toMatch(/^2 orders /);
    for (const session of sessions) expect(alert?.text).toContain(numberOf(session));
    expect(alert?.text).toContain('/admin-health');
  });

  test('that a service fails for more than ten minutes, and not that one failed once', async () => {
    shop.failStripe('500');
    await reconcile();
    for (const minutes of [5, 6]) {
      pass(minutes);
      await reconcile();
      expect(await alerts('Stripe failed')).toEqual([]);
    }
    pass(10);
    await reconcile();
    expect(await alerts('Stripe failed for more than ten minutes')).toHaveLength(1);
  });

  test('once that two runs are missing, and not that one is', async () => {
    // To the end of a day without a gap so far: an alert is sent once a day.
    pass(2 * A_DAY);
    const today = dayOf(Date.now());
    while (dayOf(Date.now() + 10 * 60_000) === today) pass(10);
    await reconcile();
    const before = await alerts('No comparison');
    pass(20);
    await reconcile();
    expect(await alerts('No comparison')).toEqual(before);
    pass(21);
    await reconcile();
    await reconcile();
    expect(await alerts('No comparison')).toHaveLength(before.length + 1);
    expect(await alerts('No comparison with Stripe for 21 minutes')).toHaveLength(1);
  });

  test('once of an outage that Stripe lists no more, and since when it was', async () => {
    await reconcile();
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const since = long.format(new Date(dayOf(Date.now())));
    pass(32 * A_DAY);
    await reconcile();
    await reconcile();
    const [alert, ...others] = await alerts('Please compare an outage with Stripe by hand');
    expect(others).toEqual([]);
    expect(alert?.text).toContain(`couldn’t read Stripe from ${since} on`);
    expect(alert?.text).toContain(`${shop.siteUrl}/admin-orders`);
  });

  test('nothing while the database is away', async () => {
    const before = await alerts();
    shop.failRedis('500');
    const { status } = await reconcile();
    shop.failRedis('none');
    expect(status).toBe(503);
    expect(await alerts()).toEqual(before);
  });
});

test('an alert’s words are text, whatever they hold', async () => {
  const alert = { key: 'odd', subject: 'Odd', lines: ['<b> & "c"', 'd'], page: '/admin-health' };
  await shop.redis.zadd('owner-queue:dev', { score: 0, member: JSON.stringify(alert) });
  await reconcile();
  const [mail] = await alerts('Odd');
  expect(mail?.html).toContain('&lt;b&gt; &amp; &quot;c&quot;<br>d');
  expect(mail?.text).toBe(`<b> & "c"\nd\n\nOpen the health page:\n${shop.siteUrl}/admin-health`);
});

describe('the owner reads of a dispute', () => {
  test.each([
    ['needs_response', (due: string) => `Answer in Stripe’s dashboard by ${due}.`],
    ['under_review', () => 'Stripe’s dashboard shows how long you have to respond.'],
  ])('until when to answer one that is %s', async (status, says) => {
    const session = await buyGuide();
    pass(1);
    await setFaults(shop, { webhooks: { hold: true } });
    const { id } = await control(shop, 'dispute', { session });
    const due = new Date(dayOf(Date.now() + DAYS_TO_ANSWER * A_DAY * 60_000));
    pass(1);
    if (status !== 'needs_response') await control(shop, 'dispute/update', { id, status });
    await reconcile();
    const [alert] = await alerts(`Dispute on order ${numberOf(session)}`);
    const date = due.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(alert?.text).toContain(says(date));
    expect(alert?.html).toContain(`#order=${numberOf(session)}`);
  });

  test('at once, and not of its further steps', async () => {
    const session = await buyGuide();
    const { id } = await control(shop, 'dispute', { session });
    await expectStatus(shop, session, 'disputed');
    const about = `Dispute on order ${numberOf(session)}`;
    await expect.poll(() => alerts(about)).toHaveLength(1);
    pass(25 * 60); // the mail service has forgotten the key of the first
    await control(shop, 'dispute/update', { id, status: 'won' });
    await expectStatus(shop, session, 'paid');
    await reconcile();
    expect(await alerts(about)).toHaveLength(1);
  });

  test.each([
    ['won', []],
    ['lost', [expect.stringMatching(/^(?!.*respond)[^]*The buyer’s bank decided for the buyer\./)]],
  ])('nothing untrue where it is %s by then', async (status, texts) => {
    const session = await buyGuide();
    pass(1);
    await setFaults(shop, { webhooks: { hold: true } });
    const { id } = await control(shop, 'dispute', { session });
    pass(1);
    await control(shop, 'dispute/update', { id, status });
    pass(1);
    await reconcile();
    const found = await alerts(`Dispute on order ${numberOf(session)}`);
    expect(found.map(({ text }) => text)).toEqual(texts);
  });
});
