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
  for (const told of ['log', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
});
afterEach(shop.heal);

const told = async (about: string | RegExp) =>
  (await shop.inbox()).filter(({ to, subject }) => to === OWNER && subject.match(about));
/** Moves the clock of the shop, which stands still otherwise. */
const later = (minutes: number): void => {
  vi.setSystemTime(Date.now() + minutes * 60_000);
};

/** To the last minutes of the owner's day. */
const toTheEndOfTheDay = (): void => {
  const today = dayOf(Date.now());
  while (dayOf(Date.now() + 10 * 60_000) === today) later(10);
};

describe('the owner', () => {
  test('is told of each sale once, by its number and by nothing that leads to the buyer', async () => {
    const session = await buy(shop, GUIDE.product_type);
    await shop.post('/api/verify-payment', { sessionId: session });
    await reconcile();
    const all = (await shop.inbox()).filter(({ to }) => to === OWNER);
    expect(all.map(({ subject }) => subject)).toEqual([`Sold: ${GUIDE.name}`]);
    for (const words of [all[0]?.text, all[0]?.html]) {
      expect(words).toContain(`Order number: ${numberOf(session)}`);
      expect(words).toContain(dollars(GUIDE.price_in_cents));
      expect(words).toContain(`${shop.siteUrl}/admin-orders`);
      expect(words).not.toMatch(/cs_test|@example/);
    }
  });

  test('is told under keys that name the shop, since others may send by the same account', async () => {
    const session = await buy(shop, GUIDE.product_type);
    const { headers, ...post } = jsonPost({ from: OWNER, to: [OWNER], subject: '1', text: '1' });
    const sendAs = (context: string): Promise<Response> =>
      shop.controlMail('/emails', {
        ...post,
        headers: {
          ...headers,
          authorization: `Bearer ${process.env['MAIL_API_KEY']}`,
          'user-agent': 'another shop',
          'idempotency-key': `owner/${context}/sale/${numberOf(session)}`,
        },
      });
    expect((await sendAs('dev')).status).toBe(409); // taken by this shop
    expect((await sendAs('production-live')).status).toBe(200);
  });

  test('is told later where the mail service does not take it, and no buyer waits for that', async () => {
    const before = (await told('Sold')).length;
    shop.failMail('500');
    const session = await buy(shop, GUIDE.product_type);
    await expectStatus(shop, session, 'paid');
    expect(await told('Sold')).toHaveLength(before);
    shop.failMail('none');
    later(1);
    await Promise.all([reconcile(), reconcile()]);
    await reconcile();
    const [first, ...others] = await told('Sold');
    expect(first?.text).toContain(numberOf(session));
    expect(others).toHaveLength(before);
    expect(await shop.redis.zcard('owner-queue:dev')).toBe(0);
  });

  test.each([1, 2, 3, 4, 5])(
    'is told of a sale once, though %i of Redis’s answers are lost',
    async (answers) => {
      await setFaults(shop, { webhooks: { hold: true } });
      const session = await buy(shop, GUIDE.product_type);
      shop.failRedis('cut', answers);
      await verify(shop, session);
      shop.failRedis('none');
      later(2); // whoever took it may have been cut off
      await reconcile();
      const mails = (await told('Sold')).filter(({ text }) => text.includes(numberOf(session)));
      expect(mails).toHaveLength(1);
    },
  );

  test('is told of many sales at once by as many calls of the mail service', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 5 }, () => openSession(shop, GUIDE.product_type)),
    );
    await setMailFaults({ delayMs: 300 });
    const before = shop.callsTo('mail');
    await Promise.all(sessions.map((session) => control(shop, 'pay', { session })));
    for (const session of sessions) {
      const mails = (await told('Sold')).filter(({ text }) => text.includes(numberOf(session)));
      expect(mails).toHaveLength(1);
    }
    const receipts = sessions.length;
    expect(shop.callsTo('mail') - before).toBe(receipts + sessions.length);
  });

  test('is told once a day of orders that came without a call', async () => {
    later(24 * 60);
    await setFaults(shop, { webhooks: { hold: true } });
    const sessions = [await buy(shop, GUIDE.product_type), await buy(shop, GUIDE.product_type)];
    await reconcile();
    const [mail, ...others] = await told('recorded without Stripe’s webhook');
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^2 orders /);
    for (const session of sessions) expect(mail?.text).toContain(numberOf(session));
    expect(mail?.text).toContain('/admin-health');
    await buy(shop, GUIDE.product_type);
    await reconcile();
    expect(await told('recorded without Stripe’s webhook')).toHaveLength(1);
  });

  test('is told of a service that fails for more than ten minutes, and not of one that failed once', async () => {
    shop.failStripe('500');
    await reconcile();
    expect(await told('Stripe failed')).toEqual([]);
    later(5);
    await reconcile();
    expect(await told('Stripe failed')).toEqual([]);
    later(6);
    await reconcile();
    expect(await told('Stripe failed')).toEqual([]);
    later(10);
    await reconcile();
    expect(await told('Stripe failed for more than ten minutes')).toHaveLength(1);
  });

  test('is told that the comparison stood still, once it runs again', async () => {
    await reconcile();
    later(48 * 60);
    await reconcile();
    await reconcile();
    expect(await told('No comparison with Stripe for 2880 minutes')).toHaveLength(1);
  });

  test('is not told of one run that is missing, and is told of two', async () => {
    // An alert is sent once a day, so the second gap is on another day than the first.
    later(2 * 24 * 60);
    toTheEndOfTheDay();
    await reconcile();
    const before = await told('No comparison');
    later(20);
    await reconcile();
    expect(await told('No comparison')).toEqual(before);
    later(21);
    await reconcile();
    expect(await told('No comparison with Stripe for 21 minutes')).toHaveLength(1);
  });

  test('is told once of an outage that Stripe lists no more, and since when it was', async () => {
    await reconcile();
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const since = long.format(new Date(dayOf(Date.now())));
    later(32 * 24 * 60);
    await reconcile();
    await reconcile();
    const [email, ...others] = await told('Please compare an outage with Stripe by hand');
    expect(others).toEqual([]);
    expect(email?.text).toContain(`couldn’t read Stripe from ${since} on`);
    expect(email?.text).toContain(`${shop.siteUrl}/admin-orders`);
  });

  test('does without, and nothing of it fails, while the database is away', async () => {
    const before = (await shop.inbox()).length;
    shop.failRedis('500');
    const { status } = await reconcile();
    shop.failRedis('none');
    expect(status).toBe(503);
    expect(await shop.inbox()).toHaveLength(before);
  });

  test('is told of a dispute at once, and not of its further steps', async () => {
    const session = await buy(shop, GUIDE.product_type);
    const { id } = await control(shop, 'dispute', { session });
    await expectStatus(shop, session, 'disputed');
    const about = `Dispute on order ${numberOf(session)}`;
    await expect.poll(async () => (await told(about)).length).toBe(1);
    later(25 * 60); // the mail service has forgotten the key of the first
    await control(shop, 'dispute/update', { id, status: 'won' });
    await expectStatus(shop, session, 'paid');
    await reconcile();
    expect(await told(about)).toHaveLength(1);
  });

  test.each(['won', 'lost'])(
    'is told nothing untrue of a dispute that is %s by then',
    async (status) => {
      const session = await buy(shop, GUIDE.product_type);
      later(1);
      await setFaults(shop, { webhooks: { hold: true } });
      const { id } = await control(shop, 'dispute', { session });
      later(1);
      await control(shop, 'dispute/update', { id, status });
      later(1);
      await reconcile();
      const mails = await told(`Dispute on order ${numberOf(session)}`);
      expect(mails).toHaveLength(status === 'won' ? 0 : 1);
      for (const { text } of mails) {
        expect(text).toContain('The buyer’s bank decided for the buyer.');
        expect(text).not.toContain('answer');
      }
    },
  );
});
