import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, control, openSession, setFaults, verify } from '../shop/buying.ts';
import { productOf } from '../catalogue.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const shop = await openTestShop({ withMail: true });
const GUIDE = 'individual_guide_6_10';

const setMailFaults = (faults: object) =>
  shop.controlMail('/_control/mail/faults', { ...jsonPost(faults), method: 'PUT' });

const reset = async (): Promise<void> => {
  shop.failMail('none');
  shop.failRedis('none');
  await Promise.all([setFaults(shop, {}), setMailFaults({})]);
};
beforeEach(reset);

const reconcile = () => shop.post('/.netlify/functions/reconcile', {});

/** By the link that they bring. */
const receiptsFor = async (session: string) =>
  (await shop.inbox()).filter(({ text }) => text.includes(session));

const factOf = (session: string): Promise<string | null> =>
  shop.redis.hget(`order:dev:${session}`, 'mail:receipt');

/** Puts it among those that wait, as if the minute were over for which a try keeps others away. */
const letOthersTry = (session: string): Promise<unknown> =>
  shop.redis.zadd('receipts:dev', { score: 0, member: session });

const paidUnheard = async (): Promise<string> => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buy(shop, GUIDE);
  await setFaults(shop, {});
  return session;
};

/** Who learns of the order, and how. */
const ROADS: readonly [string, () => Promise<string>][] = [
  ['the webhook', () => buy(shop, GUIDE)],
  [
    'the buyer who comes back',
    async () => {
      const session = await paidUnheard();
      expect((await verify(shop, session)).status).toBe('paid');
      return session;
    },
  ],
  [
    'the reconciler',
    async () => {
      const session = await paidUnheard();
      await reconcile();
      return session;
    },
  ],
];

describe('a receipt', () => {
  test('brings the way back to what was bought', async () => {
    const session = await buy(shop, 'bundle');
    const [mail, ...others] = await receiptsFor(session);
    expect(others).toEqual([]);
    expect(mail?.to).toBe('parent@example.com');
    expect(mail?.subject).toBe(`Your download: ${productOf('bundle').name}`);
    const link = `${shop.siteUrl}/guide-download?session_id=${session}`;
    const number = `Order number: ${await orderNumber(session)}`;
    for (const words of [link, '$19.99', number, productOf('bundle').name, '14 days']) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    expect(mail?.text).not.toMatch(/[{}<>]/);
    expect(await factOf(session)).toMatch(/^sent \d{10} [\w-]+$/);
  });

  test.for(ROADS)('goes out once, though all learn of it: first %s', async ([, learn]) => {
    const session = await learn();
    expect(await receiptsFor(session)).toHaveLength(1);
    await Promise.all([verify(shop, session), reconcile(), verify(shop, session)]);
    await shop.control('/_control/flush', { method: 'POST' });
    expect(await receiptsFor(session)).toHaveLength(1);
  });

  test('does not go out before a bank debit is paid, and then it does', async () => {
    const session = await openSession(shop, GUIDE);
    await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
    await reconcile();
    expect(await receiptsFor(session)).toEqual([]);
    await control(shop, 'settle', { session, outcome: 'succeeded' });
    await expect.poll(() => receiptsFor(session)).toHaveLength(1);
  });

  const FAULTS = [
    ['is down', { status: 503 }],
    ['has had too many', { status: 429 }],
    ['does not take the key', { status: 401 }],
    ['calls a wrong key invalid', { status: 400, name: 'validation_error' }],
    ['has not verified the domain', { status: 403 }],
    ['does not take MAIL_FROM', { status: 422, name: 'invalid_from_address' }],
    ['misses a field', { status: 422, name: 'missing_required_field' }],
    ['takes no more today', { status: 429, name: 'daily_quota_exceeded' }],
    ['takes no more this month', { status: 429, name: 'monthly_quota_exceeded' }],
    ['has an error that is not in its list', { status: 418, name: 'teapot' }],
    ['takes it, and its answer is lost', { cutOff: true }],
  ] as const;
  test.for(FAULTS)(
    'is tried again where the mail service %s, and comes once',
    async ([, faults]) => {
      await setMailFaults(faults);
      const session = await buy(shop, GUIDE);
      expect((await verify(shop, session)).status).toBe('paid');
      expect(await factOf(session)).toBeNull();
      await setMailFaults({});
      await letOthersTry(session);
      await reconcile();
      expect(await receiptsFor(session)).toHaveLength(1);
      expect(await factOf(session)).toMatch(/^sent /);
    },
  );

  test('is not tried by two at once', async () => {
    await setMailFaults({ delayMs: 300, times: 1 });
    const session = await paidUnheard();
    await Promise.all([verify(shop, session), reconcile(), reconcile()]);
    expect(await receiptsFor(session)).toHaveLength(1);
  });

  test('to an address that the service refuses is not tried again', async () => {
    await setMailFaults({ status: 422 });
    const session = await buy(shop, GUIDE);
    expect(await factOf(session)).toMatch(/^refused \d{10} 422/);
    expect(await shop.redis.zscore('receipts:dev', session)).toBeNull();
  });

  test.for([
    ['which the service took without an answer', { cutOff: true }, 1],
    ['which the service says it is just sending', { status: 409, times: 1 }, 0],
  ] as const)(
    'of which nothing is known for a day is not tried again, as it could be a second one: %s',
    async ([, faults, mails]) => {
      await setMailFaults(faults);
      const session = await buy(shop, GUIDE);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
      await reconcile();
      vi.useRealTimers();
      expect(await factOf(session)).toMatch(/^unsure /);
      expect(await receiptsFor(session)).toHaveLength(mails);
    },
  );

  test('waits for Stripe, which knows the address', async () => {
    const session = await buy(shop, GUIDE);
    await shop.redis.hdel(`order:dev:${session}`, 'mail:receipt');
    await letOthersTry(session);
    shop.failStripe('500');
    await reconcile();
    expect(await factOf(session)).toBeNull();
    shop.failStripe('none');
    await reconcile();
    expect(await factOf(session)).toMatch(/^sent /);
    expect(await receiptsFor(session)).toHaveLength(1);
  });
});

test('no address is kept, nor logged', async () => {
  const logged = (['log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  await setMailFaults({ status: 503, times: 1 });
  const session = await buy(shop, GUIDE);
  await reconcile();
  expect(await receiptsFor(session)).toHaveLength(1);
  const said = logged.flatMap((spy) => spy.mock.calls).join('\n');
  expect(said).toContain('order fulfilled');
  expect(said).not.toMatch(/parent|example\.com/);
  for (const spy of logged) spy.mockRestore();
  const keys = await shop.redis.keys('*');
  expect(keys.join('\n')).not.toMatch(/parent|@/);
  for (const key of keys.filter((one) => one.startsWith('order:'))) {
    expect(JSON.stringify(await shop.redis.hgetall(key))).not.toMatch(/parent|@/);
  }
});

describe('the answer to Stripe and to the buyer', () => {
  test('does not wait for the mail', async () => {
    shop.failMail('slow');
    const session = await paidUnheard();
    const later: Promise<unknown>[] = [];
    const { default: verifyPayment } = await import('../../netlify/functions/verify-payment.ts');
    const request = new Request(
      `${shop.siteUrl}/api/verify-payment`,
      jsonPost({ sessionId: session }),
    );
    const waitUntil = (work: Promise<unknown>): void => void later.push(work);
    const answer = await verifyPayment(request, { params: {}, waitUntil });
    expect((await answer.json()).status).toBe('paid');
    expect(later).toHaveLength(1);
    expect(await factOf(session)).toBeNull();
    shop.failMail('none');
    await Promise.all(later);
  });
});
